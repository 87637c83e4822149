// SPDX-License-Identifier: Apache-2.0
#include "server/metrics.hpp"

#include "policy/rules.hpp"
#include "server/families.hpp"
#include "server/load_metrics.hpp"
#include "server/process_metrics.hpp"
#include "server/serving_metrics.hpp"
#include "server/version.hpp"

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
std::vector<double> const duration_bounds{5e-6, 1e-5, 2e-5, 5e-5,   1e-4, 2.5e-4, 5e-4, 1e-3,
                                          5e-3, 1e-2, 5e-2, 2.5e-1, 1,    2.5,    5};

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

}  // namespace

struct Metrics::Impl {
    explicit Impl(Load const& load_read) : load{registry, load_read}
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
        add_gauges(registry, "slicegate_build_info", "1, with the version as a label")
            .Add({{"version", std::string{version()}}})
            .Set(1);
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
    prometheus::Registry registry;
    LoadMetrics load;
    ProcessMetrics process{registry};
    ServingMetrics serving{registry};
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
    impl_->serving.count_reload(what, how);
}

void Metrics::set_policy_digest(std::string const& digest)
{
    impl_->serving.set_policy_digest(digest);
}

void Metrics::set_certificate_end(std::chrono::system_clock::time_point end)
{
    impl_->serving.set_certificate_end(end);
}

std::string Metrics::render() const
{
    impl_->load.refresh();
    impl_->process.refresh();
    return prometheus::TextSerializer{}.Serialize(impl_->registry.Collect());
}

}  // namespace slicegate::server
