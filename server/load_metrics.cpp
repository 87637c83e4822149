// SPDX-License-Identifier: Apache-2.0
#include "server/load_metrics.hpp"

#include "server/families.hpp"

#include <atomic>
#include <cstddef>

namespace slicegate::server {
namespace {

double value_of(auto const& atomic)
{
    return static_cast<double>(atomic.load(std::memory_order_relaxed));
}

}  // namespace

LoadMetrics::LoadMetrics(prometheus::Registry& registry, Load const& load) : registry_{registry}, load_{load}
{
    add_carried();
    add_connections();
    auto& failures = add_counters(
        registry, "slicegate_tls_handshake_failures_total",
        "Connections that ended before their handshake did, by cause");
    for (std::size_t cause = 0; cause < handshake_failures_.size(); ++cause)
        handshake_failures_[cause] = &failures.Add({{"cause", handshake_failure_words[cause]}});
}

void LoadMetrics::add_gauge(char const* name, char const* help, Read read)
{
    readings_.push_back({.gauge = &add_gauges(registry_, name, help).Add({}), .read = read});
}

void LoadMetrics::add_counter(char const* name, char const* help, Read read)
{
    readings_.push_back({.counter = &add_counters(registry_, name, help).Add({}), .read = read});
}

void LoadMetrics::add_carried()
{
    add_gauge(
        "slicegate_requests_in_flight", "Requests whose head has come and whose answer has not gone",
        [](Load const& it) { return value_of(it.requests); });
    add_gauge("slicegate_body_bytes_in_flight", "Bytes of their bodies", [](Load const& it) {
        return value_of(it.body_bytes);
    });
    add_gauge(
        "slicegate_connections", "Open connections", [](Load const& it) { return value_of(it.connections); });
    add_gauge("slicegate_draining", "1 once the end has been asked for", [](Load const& it) {
        return value_of(it.is_draining);
    });
}

void LoadMetrics::add_connections()
{
    add_counter("slicegate_connections_accepted_total", "Connections accepted", [](Load const& it) {
        return value_of(it.accepted);
    });
    add_counter(
        "slicegate_tls_handshakes_total", "TLS handshakes that came to their end",
        [](Load const& it) { return value_of(it.handshakes); });
    add_counter(
        "slicegate_connections_evicted_total", "Waiting connections closed to make room for new ones",
        [](Load const& it) { return value_of(it.evictions); });
    add_counter(
        "slicegate_accept_failures_total", "Connections that could not be accepted",
        [](Load const& it) { return value_of(it.accept_failures); });
    add_counter(
        "slicegate_session_failures_total", "Connections that ended by a defect of this program",
        [](Load const& it) { return value_of(it.session_failures); });
}

void LoadMetrics::refresh()
{
    for (auto const& reading : readings_) {
        auto const value = reading.read(load_);
        if (reading.gauge != nullptr)
            reading.gauge->Set(value);
        else
            catch_up(*reading.counter, value);
    }
    for (std::size_t cause = 0; cause < handshake_failures_.size(); ++cause)
        catch_up(*handshake_failures_[cause], value_of(load_.handshake_failures[cause]));
}

}  // namespace slicegate::server
