// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/registry.h>

namespace slicegate::server {

// What the system says of this process, under the names that all Prometheus clients use. Source:
// https://prometheus.io/docs/instrumenting/writing_clientlibs/#process-metrics
class ProcessMetrics {
public:
    // `registry` must live as long as this.
    explicit ProcessMetrics(prometheus::Registry& registry);

    // Asks again. What cannot be read keeps its value.
    void refresh();

private:
    prometheus::Counter& cpu_;
    prometheus::Gauge& resident_;
    prometheus::Gauge& virtual_;
    prometheus::Gauge& open_descriptors_;
    prometheus::Gauge& max_descriptors_;
};

}  // namespace slicegate::server
