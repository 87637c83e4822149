// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "server/reloadable.hpp"

#include <prometheus/counter.h>
#include <prometheus/family.h>
#include <prometheus/gauge.h>
#include <prometheus/registry.h>

#include <array>
#include <chrono>
#include <string>

namespace slicegate::server {

// What is served: which policy, until when the certificate, and what became of what was new on disk.
class ServingMetrics {
public:
    // Made when the first policy and the first certificate are in use. `registry` must live as long as this.
    explicit ServingMetrics(prometheus::Registry& registry);

    void count_reload(Reloadable what, Reloaded how);
    void set_policy_digest(std::string const& digest);
    void set_certificate_end(std::chrono::system_clock::time_point end);

private:
    // Of one Reloadable.
    struct Reloads {
        prometheus::Counter* used;
        prometheus::Counter* refused;
        prometheus::Gauge* last_success;
        prometheus::Gauge* is_last_successful;
    };

    std::array<Reloads, 2> reloads_;
    prometheus::Gauge& generation_;
    prometheus::Gauge& certificate_end_;
    prometheus::Family<prometheus::Gauge>& policies_;
    prometheus::Gauge* policy_ = nullptr;
};

}  // namespace slicegate::server
