// SPDX-License-Identifier: Apache-2.0
#include "server/metrics.hpp"

#include "policy/rules.hpp"
#include "server/version.hpp"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <vector>

namespace slicegate::server {
namespace {

constexpr std::array paths{"mutate", "validate"};
constexpr std::array operations{"CREATE", "UPDATE", "DELETE", "CONNECT", "other"};
constexpr std::array kinds{"Pod",       "Deployment", "StatefulSet",
                           "DaemonSet", "ReplicaSet", "ReplicationController",
                           "Job",       "CronJob",    "other"};
constexpr std::array decisions{"allowed", "patched", "denied", "unreadable"};
constexpr std::array actions{"deny", "warn", "audit", "off"};
constexpr std::array statuses{400U, 404U, 405U, 413U, 415U, 431U, 501U, 503U};

// A review of a usual pod takes some 10 µs, one of 17 MB some 10 ms; a caller gives up after seconds.
std::vector<double> const duration_bounds{5e-6, 1e-5, 2e-5,   5e-5, 1e-4, 2.5e-4,
                                          1e-3, 5e-3, 2.5e-2, 0.1,  1,    5};

// The place of `value` in a set whose last member stands for all others.
template <std::size_t Size>
std::size_t place_in(std::array<char const*, Size> const& set, std::string_view value)
{
    auto const found = std::find(set.begin(), set.end() - 1, value);
    return static_cast<std::size_t>(found - set.begin());
}

std::size_t decision_place(ReviewRecord const& record)
{
    return record.http_status == 200 ? static_cast<std::size_t>(record.outcome.verdict)
                                     : decisions.size() - 1;
}

template <class Metric> using Families = prometheus::Family<Metric>;

Families<prometheus::Counter>&
add_counters(prometheus::Registry& registry, char const* name, char const* help)
{
    return prometheus::BuildCounter().Name(name).Help(help).Register(registry);
}

Families<prometheus::Gauge>& add_gauges(prometheus::Registry& registry, char const* name, char const* help)
{
    return prometheus::BuildGauge().Name(name).Help(help).Register(registry);
}

// A number of Load under its name.
struct Reading {
    using Read = double (*)(Load const& load);
    prometheus::Gauge* gauge = nullptr;
    prometheus::Counter* counter = nullptr;
    Read read = nullptr;
};

double value_of(auto const& atomic)
{
    return static_cast<double>(atomic.load(std::memory_order_relaxed));
}

}  // namespace

struct Metrics::Impl {
    explicit Impl(Load const& load_read) : load{load_read}
    {
        auto& family = prometheus::BuildHistogram()
                           .Name("slicegate_review_duration_seconds")
                           .Help("From the whole request to its answer, the network left out")
                           .Register(registry);
        for (std::size_t path = 0; path < paths.size(); ++path)
            durations[path] = &family.Add({{"path", paths[path]}}, duration_bounds);
        for (auto const status : statuses)
            http_errors.push_back(&http_error_family.Add({{"code", std::to_string(status)}}));
        add_rules();
        add_reloads();
        add_readings();
        add_gauges(registry, "slicegate_build_info", "1, with the version as a label")
            .Add({{"version", std::string{version()}}})
            .Set(1);
    }

    void add_reloads()
    {
        auto const add = [&](char const* name, char const* help) {
            return &add_counters(registry, name, help).Add({});
        };
        reloads = {
            add("slicegate_policy_reloads_total", "Changed policies that came into use"),
            add("slicegate_policy_reload_failures_total", "Changed policies that were refused"),
            add("slicegate_certificate_reloads_total", "Changed certificates that came into use"),
            add("slicegate_certificate_reload_failures_total", "Changed certificates that were refused")};
    }

    // A rule that never objects reads 0, not nothing: an alert on its rate works from the start.
    void add_rules()
    {
        for (auto const& rule : policy::rules()) {
            auto& row = violations.emplace_back();
            for (std::size_t action = 0; action + 1 < actions.size(); ++action)
                row[action] =
                    &violation_family.Add({{"rule", std::string{rule.id}}, {"action", actions[action]}});
        }
    }

    void add_gauge(char const* name, char const* help, Reading::Read read)
    {
        readings.push_back({.gauge = &add_gauges(registry, name, help).Add({}), .read = read});
    }

    void add_counter(char const* name, char const* help, Reading::Read read)
    {
        readings.push_back({.counter = &add_counters(registry, name, help).Add({}), .read = read});
    }

    void add_readings()
    {
        add_gauge(
            "slicegate_requests_in_flight", "Requests whose head has come and whose answer has not gone",
            [](Load const& it) { return value_of(it.requests); });
        add_gauge("slicegate_body_bytes_in_flight", "Bytes of their bodies", [](Load const& it) {
            return value_of(it.body_bytes);
        });
        add_gauge("slicegate_connections", "Open connections", [](Load const& it) {
            return value_of(it.connections);
        });
        add_counter(
            "slicegate_tls_handshake_failures_total", "Connections that ended before their handshake did",
            [](Load const& it) { return value_of(it.handshake_failures); });
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

    // Series are made when they are first needed: most of the combinations never are.
    prometheus::Counter&
    review_counter(std::size_t path, std::size_t operation, std::size_t kind, std::size_t decision)
    {
        auto& slot = reviews[path][operation][kind][decision];
        if (auto* const known = slot.load(std::memory_order_acquire))
            return *known;
        auto& made = review_family.Add(
            {{"path", paths[path]},
             {"operation", operations[operation]},
             {"kind", kinds[kind]},
             {"decision", decisions[decision]}});
        slot.store(&made, std::memory_order_release);
        return made;
    }

    using Slot = std::atomic<prometheus::Counter*>;
    Load const& load;
    prometheus::Registry registry;
    Families<prometheus::Counter>& review_family =
        add_counters(registry, "slicegate_reviews_total", "Reviews answered");
    Families<prometheus::Counter>& violation_family =
        add_counters(registry, "slicegate_violations_total", "Violations found, by rule and what came of it");
    Families<prometheus::Counter>& http_error_family =
        add_counters(registry, "slicegate_http_errors_total", "Requests answered by an HTTP status alone");
    std::array<
        std::array<std::array<std::array<Slot, decisions.size()>, kinds.size()>, operations.size()>,
        paths.size()>
        reviews{};
    std::array<prometheus::Histogram*, paths.size()> durations{};
    std::vector<std::array<prometheus::Counter*, actions.size()>> violations;
    std::vector<prometheus::Counter*> http_errors;
    std::array<prometheus::Counter*, 4> reloads{};  // by Reloadable, then Reloaded
    std::vector<Reading> readings;
    prometheus::Gauge* certificate_end = nullptr;
};

Metrics::Metrics(Load const& load) : impl_{std::make_unique<Impl>(load)}
{
}
Metrics::~Metrics() = default;

void Metrics::count_review(ReviewRecord const& record)
{
    auto const& outcome = record.outcome;
    auto const path = static_cast<std::size_t>(record.stage);
    impl_
        ->review_counter(
            path, place_in(operations, outcome.operation), place_in(kinds, outcome.kind),
            decision_place(record))
        .Increment();
    impl_->durations[path]->Observe(std::chrono::duration<double>{record.duration}.count());
    auto const rules = policy::rules();
    for (auto const& violation : outcome.violations) {
        auto const rule = std::ranges::find(rules, violation.rule, &policy::Rule::id);
        if (rule == rules.end() || violation.action == policy::Action::off)
            continue;
        auto const row = static_cast<std::size_t>(rule - rules.begin());
        impl_->violations[row][static_cast<std::size_t>(violation.action)]->Increment();
    }
}

void Metrics::count_http_error(unsigned status)
{
    auto const found = std::ranges::find(statuses, status);
    if (found != statuses.end())
        impl_->http_errors[static_cast<std::size_t>(found - statuses.begin())]->Increment();
}

void Metrics::count_reload(Reloadable what, Reloaded how)
{
    impl_->reloads[static_cast<std::size_t>(what) * 2 + static_cast<std::size_t>(how)]->Increment();
}

void Metrics::set_certificate_end(std::chrono::system_clock::time_point end)
{
    if (!impl_->certificate_end)
        impl_->certificate_end = &add_gauges(
                                      impl_->registry, "slicegate_certificate_not_after_seconds",
                                      "When the serving certificate ends, as seconds of the epoch")
                                      .Add({});
    impl_->certificate_end->Set(std::chrono::duration<double>{end.time_since_epoch()}.count());
}

std::string Metrics::render() const
{
    for (auto const& reading : impl_->readings) {
        auto const value = reading.read(impl_->load);
        if (reading.gauge)
            reading.gauge->Set(value);
        else
            reading.counter->Increment(value - reading.counter->Value());
    }
    return prometheus::TextSerializer{}.Serialize(impl_->registry.Collect());
}

}  // namespace slicegate::server
