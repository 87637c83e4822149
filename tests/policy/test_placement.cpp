// SPDX-License-Identifier: Apache-2.0
#include "policy/finding.hpp"
#include "policy/message.hpp"
#include "policy/placement.hpp"
#include "tests/policy/support.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace slicegate::policy;

namespace {

// A pod whose required node affinity has one term of one expression.
struct Affinity {
    Pod pod;

    Affinity(std::string_view key, std::string_view operator_, std::vector<std::string_view> values)
    {
        pod.required_nodes_at = Presence::present;
        pod.values = std::move(values);
        pod.expressions.push_back({.key = key, .operator_ = operator_, .values = {0, pod.values.size()}});
        pod.node_terms.push_back({.expressions_at = Presence::present, .expressions = {0, 1}});
    }
};

}  // namespace

TEST_CASE("can_match: the operators of node affinity, as the scheduler reads them")
{
    struct Case {
        char const* operator_;
        std::vector<std::string_view> values;
        char const* label;
        bool expected;
    };
    for (auto const& row : std::vector<Case>{
             {"In", {"a", "b"}, "b", true},
             {"In", {"a"}, "b", false},
             {"In", {}, "b", false},
             {"In", {""}, "", true},
             {"NotIn", {"a", "b"}, "b", false},
             {"NotIn", {"a"}, "b", true},
             {"NotIn", {}, "b", true},
             {"Exists", {}, "b", true},
             {"DoesNotExist", {}, "b", false},
             {"Gt", {"5"}, "7", true},
             {"Gt", {"7"}, "7", false},
             {"Gt", {"+5"}, "7", true},
             {"Gt", {"-1"}, "0", true},
             {"Gt", {"+-1"}, "0", false},
             {"Gt", {"x"}, "7", false},
             {"Gt", {"5"}, "x", false},
             {"Gt", {"5"}, "", false},
             {"Gt", {"5", "6"}, "7", false},
             {"Gt", {}, "7", false},
             {"Gt", {"5"}, "9223372036854775808", false},
             {"Lt", {"5"}, "4", true},
             {"Lt", {"5"}, "5", false},
             {"Lt", {"5"}, "4x", false},
             {"notin", {"a"}, "b", false},
             {"", {}, "b", false}})
        DYNAMIC_SECTION(
            row.operator_ << ' ' << row.values.size() << ' ' << (row.values.empty() ? "" : row.values[0])
                          << " of " << row.label)
        {
            Affinity const affinity("pool", row.operator_, row.values);
            CHECK(
                can_match(affinity.pod, affinity.pod.node_terms[0], {.key = "pool", .value = row.label}) ==
                row.expected);
        }
}

TEST_CASE("can_match: requirements on other keys say nothing, a term without any matches no node")
{
    Affinity const other("zone", "In", {"a"});
    CHECK(can_match(other.pod, other.pod.node_terms[0], {.key = "pool", .value = "x"}));
    CHECK_FALSE(can_match(other.pod, NodeTerm{}, {.key = "pool", .value = "x"}));
    CHECK(can_match(other.pod, NodeTerm{.has_fields = true}, {.key = "pool", .value = "x"}));
}

TEST_CASE("can_land_in: one term that lets the whole pool through is enough")
{
    Pool const pool{
        .name = "p", .node_selector = {{.key = "pool", .value = "x"}, {.key = "zone", .value = "a"}}};
    CHECK(can_land_in(Pod{}, pool));
    CHECK(can_land_in(Affinity("pool", "In", {"x"}).pod, pool));
    CHECK_FALSE(can_land_in(Affinity("zone", "In", {"b"}).pod, pool));
    Pod nowhere;
    nowhere.required_nodes_at = Presence::present;
    CHECK_FALSE(can_land_in(nowhere, pool));
    nowhere.node_terms.emplace_back();
    CHECK_FALSE(can_land_in(nowhere, pool));
}

TEST_CASE("has_keep_off: exactly that requirement")
{
    Label const label{.key = "pool", .value = "x"};
    auto const keeps = [&](Affinity const& affinity) {
        return has_keep_off(affinity.pod, affinity.pod.node_terms[0], label);
    };
    CHECK(keeps(Affinity("pool", "NotIn", {"x"})));
    CHECK_FALSE(keeps(Affinity("pool", "NotIn", {"x", "y"})));
    CHECK_FALSE(keeps(Affinity("pool", "NotIn", {"y"})));
    CHECK_FALSE(keeps(Affinity("pool", "In", {"x"})));
    CHECK_FALSE(keeps(Affinity("zone", "NotIn", {"x"})));
}

TEST_CASE("render_warning: one line of at most 120 bytes, the fix where there is room")
{
    Violation const violation{.place = "spec.nodeName", .what = "names the node n"};
    CHECK(
        render_warning("node-name", violation, "remove it") ==
        "[node-name] spec.nodeName: names the node n; remove it");
    auto const without_fix = render_warning("node-name", violation, std::string(200, 'f'));
    CHECK(without_fix == "[node-name] spec.nodeName: names the node n");
    for (std::size_t size = 0; size < 200; ++size) {
        Violation const longer{.place = "spec.nodeName", .what = std::string(size, 'w')};
        CHECK(render_warning("node-name", longer, "remove it").size() <= 120);
        Violation const wide{
            .place = "spec.nodeName", .what = std::string(size, 'w') + "\xF0\x9F\x98\x80\xF0\x9F\x98\x80"};
        auto const warning = render_warning("node-name", wide, "remove it");
        CHECK(warning.size() <= 120);
        CHECK_NOTHROW(nlohmann::json(warning).dump());  // throws where a character was cut
    }
}
