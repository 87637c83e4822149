// SPDX-License-Identifier: Apache-2.0
#include "server/readiness.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace slicegate::server;
using std::chrono::seconds;
using std::chrono::system_clock;

namespace {

std::array<std::string, 2> const no_errors;

Condition healthy(std::array<std::string, 2> const& errors = no_errors)
{
    return {
        .policy = "default",
        .policy_digest = "0a1b",
        .certificate_end = system_clock::time_point{seconds{2'000'000'000}},
        .now = system_clock::time_point{seconds{1'900'000'000}},
        .is_accepting = true,
        .is_draining = false,
        .reload_errors = errors};
}

}  // namespace

TEST_CASE("readiness: all is well")
{
    auto const answer = render_readiness(healthy(), Detail::brief);
    CHECK(answer.status == 200);
    CHECK(answer.body == "ok\n");
}

TEST_CASE("readiness: each part can be what is missing")
{
    struct Case {
        char const* name;
        void (*spoil)(Condition& condition);
        char const* brief;
        char const* line;
    };
    Case const cases[] = {
        {"certificate", [](Condition& it) { it.now = it.certificate_end; }, "the certificate has expired\n",
         "[-]certificate: the certificate has expired\n"},
        {"listener", [](Condition& it) { it.is_accepting = false; }, "connections cannot be accepted\n",
         "[-]listener: connections cannot be accepted\n"},
        {"draining", [](Condition& it) { it.is_draining = true; }, "draining\n", "[-]draining: draining\n"}};
    for (auto const& [name, spoil, brief, line] : cases) {
        DYNAMIC_SECTION(name)
        {
            auto condition = healthy();
            spoil(condition);
            auto const shortly = render_readiness(condition, Detail::brief);
            CHECK(shortly.status == 503);
            CHECK(shortly.body == brief);
            auto const whole = render_readiness(condition, Detail::verbose);
            CHECK(whole.status == 503);
            CHECK(whole.body.find(line) != std::string::npos);
            CHECK(whole.body.ends_with("\nnot ready\n"));
        }
    }
}

TEST_CASE("readiness: what is on disk and not in use is told, and the last good one serves")
{
    std::array<std::string, 2> const errors{
        "p.yaml: line 1: bad\np.yaml: line 2: worse", "tls.key: no match"};
    auto const condition = healthy(errors);
    auto const answer = render_readiness(condition, Detail::verbose);
    CHECK(answer.status == 200);
    CHECK(
        answer.body == "[+]policy: default, 0a1b\n"
                       "   on disk, not in use: p.yaml: line 1: bad\n"
                       "   on disk, not in use: p.yaml: line 2: worse\n"
                       "[+]certificate: ends on 2033-05-18 03:33:20 UTC\n"
                       "   on disk, not in use: tls.key: no match\n"
                       "[+]listener: accepts connections\n"
                       "[+]draining: no\n"
                       "ready\n");
    CHECK(render_readiness(condition, Detail::brief).body == "ok\n");
}
