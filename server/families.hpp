// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <prometheus/counter.h>
#include <prometheus/family.h>
#include <prometheus/gauge.h>
#include <prometheus/registry.h>

namespace slicegate::server {

template <class Metric> using Families = prometheus::Family<Metric>;

// All series of one name. `help` is the text of its HELP line.
inline Families<prometheus::Counter>&
add_counters(prometheus::Registry& registry, char const* name, char const* help)
{
    return prometheus::BuildCounter().Name(name).Help(help).Register(registry);
}

inline Families<prometheus::Gauge>&
add_gauges(prometheus::Registry& registry, char const* name, char const* help)
{
    return prometheus::BuildGauge().Name(name).Help(help).Register(registry);
}

// A counter that is kept elsewhere. What is counted there does not fall.
inline void catch_up(prometheus::Counter& counter, double value)
{
    counter.Increment(value - counter.Value());
}

}  // namespace slicegate::server
