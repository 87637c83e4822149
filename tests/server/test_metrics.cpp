// SPDX-License-Identifier: Apache-2.0
#include "policy/rules.hpp"
#include "server/metrics.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

using namespace slicegate::server;
namespace policy = slicegate::policy;
using Catch::Matchers::ContainsSubstring;

namespace {

policy::Outcome outcome_of(std::string_view operation, std::string_view kind, policy::Verdict verdict)
{
    policy::Outcome outcome;
    outcome.operation = operation;
    outcome.kind = kind;
    outcome.verdict = verdict;
    return outcome;
}

// How many lines of the text begin so.
std::size_t count_lines(std::string const& text, std::string_view start)
{
    std::size_t count = 0;
    for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1)
        count += text.compare(at, start.size(), start) == 0 ? 1U : 0U;
    return count;
}

}  // namespace

TEST_CASE("metrics: reviews are counted by path, operation, kind and decision")
{
    Load const load;
    Metrics metrics{load};
    auto const denied = outcome_of("CREATE", "Pod", policy::Verdict::denied);
    auto const patched = outcome_of("CREATE", "Pod", policy::Verdict::patched);
    metrics.count_review({policy::Stage::validate, denied, 200, 1, std::chrono::microseconds{30}});
    metrics.count_review({policy::Stage::validate, denied, 200, 1, std::chrono::microseconds{30}});
    metrics.count_review({policy::Stage::mutate, patched, 200, 1, std::chrono::microseconds{30}});
    auto const text = metrics.render();
    CHECK_THAT(
        text,
        ContainsSubstring(
            R"(slicegate_reviews_total{decision="denied",kind="Pod",operation="CREATE",path="validate"} 2)"));
    CHECK_THAT(
        text,
        ContainsSubstring(
            R"(slicegate_reviews_total{decision="patched",kind="Pod",operation="CREATE",path="mutate"} 1)"));
    CHECK_THAT(text, ContainsSubstring(R"(slicegate_review_duration_seconds_count{path="validate"} 2)"));
    CHECK_THAT(
        text, ContainsSubstring(R"(slicegate_review_duration_seconds_bucket{path="validate",le="2e-05"} 0)"));
    CHECK_THAT(
        text, ContainsSubstring(R"(slicegate_review_duration_seconds_bucket{path="validate",le="5e-05"} 2)"));
}

TEST_CASE("metrics: what a request holds makes no new series")
{
    Load const load;
    Metrics metrics{load};
    for (int i = 0; i < 100; ++i) {
        auto const operation = "OP" + std::to_string(i);
        auto const kind = "Kind" + std::to_string(i);
        auto const outcome = outcome_of(operation, kind, policy::Verdict::allowed);
        metrics.count_review({policy::Stage::mutate, outcome, 200, 1, {}});
    }
    policy::Outcome const nothing;
    metrics.count_review({policy::Stage::mutate, nothing, 400, 1, {}});
    auto const text = metrics.render();
    CHECK(count_lines(text, "slicegate_reviews_total{") == 2);
    CHECK_THAT(
        text, ContainsSubstring(R"({decision="allowed",kind="other",operation="other",path="mutate"} 100)"));
    CHECK_THAT(
        text, ContainsSubstring(R"({decision="unreadable",kind="other",operation="other",path="mutate"} 1)"));
}

TEST_CASE("metrics: each rule has its series from the start")
{
    Load const load;
    Metrics const metrics{load};
    auto const text = metrics.render();
    REQUIRE(!policy::rules().empty());
    for (auto const& rule : policy::rules())
        CHECK_THAT(
            text, ContainsSubstring(
                      "slicegate_violations_total{action=\"deny\",rule=\"" + std::string{rule.id} + "\"} 0"));
}

TEST_CASE("metrics: each violation counts, with what came of it")
{
    Load const load;
    Metrics metrics{load};
    auto outcome = outcome_of("CREATE", "Pod", policy::Verdict::denied);
    outcome.violations = {
        {"single-slice", policy::Action::deny},
        {"single-slice", policy::Action::deny},
        {"node-name", policy::Action::warn},
        {"no-such-rule", policy::Action::deny},
        {"node-name", policy::Action::off}};
    metrics.count_review({policy::Stage::validate, outcome, 200, 1, {}});
    auto const text = metrics.render();
    CHECK_THAT(text, ContainsSubstring(R"(slicegate_violations_total{action="deny",rule="single-slice"} 2)"));
    CHECK_THAT(text, ContainsSubstring(R"(slicegate_violations_total{action="warn",rule="node-name"} 1)"));
    CHECK(text.find("no-such-rule") == std::string::npos);
}

TEST_CASE("metrics: what is carried is read when asked, and counts do not fall")
{
    Load load;
    Metrics metrics{load};
    load.requests = 3;
    load.connections = 7;
    load.body_bytes = 1000;
    load.handshake_failures[2] = 5;
    metrics.count_http_error(413);
    metrics.count_http_error(413);
    metrics.count_http_error(999);
    auto text = metrics.render();
    CHECK_THAT(text, ContainsSubstring("slicegate_requests_in_flight 3\n"));
    CHECK_THAT(text, ContainsSubstring("slicegate_connections 7\n"));
    CHECK_THAT(text, ContainsSubstring("slicegate_body_bytes_in_flight 1000\n"));
    CHECK_THAT(text, ContainsSubstring("slicegate_tls_handshake_failures_total{cause=\"dropped\"} 5\n"));
    CHECK_THAT(text, ContainsSubstring("slicegate_http_errors_total{code=\"413\"} 2\n"));
    CHECK(text.find("999") == std::string::npos);
    load.requests = 0;
    load.handshake_failures[2] = 6;
    text = metrics.render();
    CHECK_THAT(text, ContainsSubstring("slicegate_requests_in_flight 0\n"));
    CHECK_THAT(text, ContainsSubstring("slicegate_tls_handshake_failures_total{cause=\"dropped\"} 6\n"));
}

TEST_CASE("metrics: the build and the end of the certificate are told")
{
    Load const load;
    Metrics metrics{load};
    CHECK_THAT(metrics.render(), ContainsSubstring("slicegate_build_info{version=\""));
    CHECK_THAT(metrics.render(), ContainsSubstring("slicegate_policy_generation 1\n"));
    metrics.set_certificate_end(std::chrono::system_clock::time_point{std::chrono::seconds{1800000000}});
    CHECK_THAT(metrics.render(), ContainsSubstring("slicegate_certificate_not_after_seconds 1800000000\n"));
}

TEST_CASE("metrics: a reload counts, and whether it was the last word")
{
    Load const load;
    Metrics metrics{load};
    metrics.set_policy_digest("0a");
    metrics.count_reload(Reloadable::policy, Reloaded::refused);
    auto text = metrics.render();
    CHECK_THAT(text, ContainsSubstring("slicegate_policy_reload_failures_total 1\n"));
    CHECK_THAT(text, ContainsSubstring("slicegate_policy_last_reload_successful 0\n"));
    CHECK_THAT(text, ContainsSubstring("slicegate_policy_generation 1\n"));
    CHECK_THAT(text, ContainsSubstring("slicegate_certificate_last_reload_successful 1\n"));
    metrics.set_policy_digest("0b");
    metrics.count_reload(Reloadable::policy, Reloaded::used);
    metrics.count_reload(Reloadable::certificate, Reloaded::used);
    text = metrics.render();
    CHECK_THAT(text, ContainsSubstring("slicegate_policy_last_reload_successful 1\n"));
    CHECK_THAT(text, ContainsSubstring("slicegate_policy_generation 2\n"));
    CHECK_THAT(text, ContainsSubstring("slicegate_certificate_reloads_total 1\n"));
    CHECK_THAT(text, ContainsSubstring("slicegate_policy_info{digest=\"0b\"} 1\n"));
    CHECK(count_lines(text, "slicegate_policy_info{") == 1);
}

TEST_CASE("metrics: the process is told under the names that all programs use")
{
    Load const load;
    Metrics const metrics{load};
    auto const text = metrics.render();
    auto const value_of = [&](std::string const& name) {
        auto const at = text.find("\n" + name + " ");
        REQUIRE(at != std::string::npos);
        return std::stod(text.substr(at + name.size() + 2));
    };
    auto const now =
        std::chrono::duration<double>{std::chrono::system_clock::now().time_since_epoch()}.count();
    CHECK(value_of("process_start_time_seconds") <= now);
    CHECK(value_of("process_start_time_seconds") > now - 3600);
    CHECK(value_of("process_cpu_seconds_total") > 0);
    CHECK(value_of("process_resident_memory_bytes") > 1e6);
    CHECK(value_of("process_virtual_memory_bytes") >= value_of("process_resident_memory_bytes"));
    CHECK(value_of("process_open_fds") >= 3);
    CHECK(value_of("process_max_fds") >= value_of("process_open_fds"));
}
