// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "server/load.hpp"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/registry.h>

#include <array>
#include <vector>

namespace slicegate::server {

// The numbers of Load, under the names that /metrics gives them.
class LoadMetrics {
public:
    // Both must live as long as this.
    LoadMetrics(prometheus::Registry& registry, Load const& load);

    // Reads them all.
    void refresh();

private:
    using Read = double (*)(Load const& load);
    struct Reading {
        prometheus::Gauge* gauge = nullptr;
        prometheus::Counter* counter = nullptr;
        Read read = nullptr;
    };
    void add_gauge(char const* name, char const* help, Read read);
    void add_counter(char const* name, char const* help, Read read);
    void add_carried();
    void add_connections();

    prometheus::Registry& registry_;
    Load const& load_;
    std::vector<Reading> readings_;
    std::array<prometheus::Counter*, handshake_failure_words.size()> handshake_failures_{};
};

}  // namespace slicegate::server
