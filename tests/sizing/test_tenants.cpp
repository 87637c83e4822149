// SPDX-License-Identifier: Apache-2.0
#include "sizing/tenants.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include <algorithm>
#include <limits>

using namespace slicegate;
using namespace slicegate::sizing;
using Catch::Matchers::WithinAbs;

namespace {

constexpr double exact = 1e-9;

std::vector<Mode> four(Tenant const& tenant, double card_gib = 80)
{
    auto modes = compare_modes(std::vector<Tenant>(4, tenant), card_gib);
    REQUIRE(modes.has_value());
    REQUIRE(modes->size() == 3);
    return *std::move(modes);
}

auto count_hurt(Mode const& mode, Mishap mishap)
{
    auto const& fates = mode.mishaps.at(static_cast<std::size_t>(mishap)).fates;
    return std::ranges::count_if(fates, [](Fate fate) { return fate != Fate::unhurt; });
}

}  // namespace

TEST_CASE("tenants: narrow kernels wait for turns, and run side by side under MPS")
{
    auto const modes = four({.duty = 1, .width = 0.25, .memory_gib = 10});
    CHECK_THAT(modes[0].slowdowns[0], WithinAbs(4, exact));
    CHECK_THAT(modes[0].utilisation, WithinAbs(0.25, exact));
    CHECK_THAT(modes[1].slowdowns[0], WithinAbs(1, exact));
    CHECK_THAT(modes[1].utilisation, WithinAbs(1, exact));
    CHECK_THAT(modes[2].slowdowns[0], WithinAbs(0.25 * 7, exact));  // 1g.20gb has a seventh of the compute
}

TEST_CASE("tenants: who is idle most of the time has the card to itself by turns, and not cut")
{
    auto const modes = four({.duty = 0.1, .width = 1, .memory_gib = 10});
    CHECK_THAT(modes[0].slowdowns[0], WithinAbs(1, exact));
    CHECK_THAT(modes[2].slowdowns[0], WithinAbs(7, exact));
}

TEST_CASE("tenants: memory is a wall under MPS and MIG alone")
{
    auto modes = four({.duty = 1, .width = 1, .memory_gib = 20});
    CHECK_FALSE(modes[0].is_memory_a_wall);
    CHECK(modes[1].is_memory_a_wall);
    CHECK(modes[2].is_memory_a_wall);
    CHECK(modes[0].fits[0]);
    CHECK_THAT(modes[2].memory_gib, WithinAbs(20, exact));
    auto const greedy = compare_modes({{1, 1, 50}, {1, 1, 10}, {1, 1, 10}, {1, 1, 10}}, 80);
    CHECK((*greedy)[0].fits == std::vector{true, true, true, true});
    CHECK((*greedy)[1].fits == std::vector{false, true, true, true});
    modes = four({.duty = 1, .width = 1, .memory_gib = 21});
    CHECK(modes[0].fits == std::vector{false, false, false, false});
}

TEST_CASE("tenants: whom a mishap of the first one hurts")
{
    auto const modes = four({.duty = 1, .width = 1, .memory_gib = 10});
    CHECK(count_hurt(modes[0], Mishap::leak) == 4);
    CHECK(count_hurt(modes[1], Mishap::leak) == 1);
    CHECK(count_hurt(modes[2], Mishap::leak) == 1);
    CHECK(count_hurt(modes[0], Mishap::fault) == 1);
    CHECK(count_hurt(modes[1], Mishap::fault) == 4);
    CHECK(count_hurt(modes[2], Mishap::fault) == 1);
    for (Mode const& mode : modes)
        CHECK(count_hurt(mode, Mishap::card_lost) == 4);
}

TEST_CASE("tenants: impossible numbers are told")
{
    Tenant const good{.duty = 1, .width = 1, .memory_gib = 1};
    auto const nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(compare_modes({}, 80).error().message == "tenants: must be from 1 to 7");
    CHECK(compare_modes(std::vector(8, good), 80).error().message == "tenants: must be from 1 to 7");
    CHECK_FALSE(compare_modes({good}, 0).has_value());
    CHECK_FALSE(compare_modes({good}, nan).has_value());
    CHECK_FALSE(compare_modes({{nan, 1, 1}}, 80).has_value());
    CHECK_FALSE(compare_modes({{1, 0, 1}}, 80).has_value());
    CHECK_FALSE(compare_modes({{1, 1.1, 1}}, 80).has_value());
    CHECK_FALSE(compare_modes({{1, 1, -1}}, 80).has_value());
}
