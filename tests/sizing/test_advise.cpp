// SPDX-License-Identifier: Apache-2.0
#include "sizing/advise.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace slicegate;
using policy::Mechanism;
using sizing::Isolation;
using sizing::Latency;
using sizing::Needs;

namespace {

Needs needs(char const* card, unsigned tenants)
{
    Needs needs;
    needs.card = policy::find_card(card);
    REQUIRE(needs.card != nullptr);
    needs.tenants = tenants;
    return needs;
}

sizing::Choice best(Needs const& needs)
{
    auto const advice = sizing::advise(needs);
    REQUIRE(advice.has_value());
    CHECK(advice->choices.size() == 5);
    CHECK(
        advice->is_enough ==
        (advice->choices.front().per_card > 0 && advice->choices.front().cards <= needs.cards));
    return advice->choices.front();
}

}  // namespace

TEST_CASE("advise: what is asked of neighbours decides the mechanism")
{
    struct Row {
        char const* card;
        Isolation isolation;
        Latency latency;
        Mechanism expected;
    };
    Row const rows[] = {
        {"h100-sxm", Isolation::none, Latency::any, Mechanism::time_slicing},
        {"h100-sxm", Isolation::none, Latency::low, Mechanism::mig_single},
        {"h100-sxm", Isolation::memory, Latency::any, Mechanism::mig_single},
        {"h100-sxm", Isolation::fault, Latency::steady, Mechanism::mig_single},
        {"l4", Isolation::none, Latency::any, Mechanism::time_slicing},
        {"l4", Isolation::none, Latency::low, Mechanism::mps},
        {"l4", Isolation::memory, Latency::any, Mechanism::mps},
        {"l4", Isolation::fault, Latency::any, Mechanism::none},
        {"l4", Isolation::none, Latency::steady, Mechanism::none},
    };
    for (Row const& row : rows) {
        Needs asked = needs(row.card, 4);
        asked.isolation = row.isolation;
        asked.latency = row.latency;
        CAPTURE(row.card, static_cast<int>(row.isolation), static_cast<int>(row.latency));
        CHECK(best(asked).mechanism == row.expected);
    }
}

TEST_CASE("advise: takes the largest profile of which there are enough")
{
    Needs asked = needs("h100-sxm", 4);
    asked.isolation = Isolation::fault;
    CHECK(best(asked).profile->name == "1g.20gb");
    asked.tenants = 3;
    CHECK(best(asked).profile->name == "2g.20gb");
    asked.tenants = 2;
    CHECK(best(asked).profile->name == "3g.40gb");
    asked.tenants = 7;
    CHECK(best(asked).profile->name == "1g.10gb");
    asked.memory_gib = 16;
    auto const advice = sizing::advise(asked);
    CHECK_FALSE(advice->is_enough);
    CHECK(advice->choices.front().profile->name == "1g.20gb");
    CHECK(advice->choices.front().cards == 2);
}

TEST_CASE("advise: a tenant for each card has it alone")
{
    CHECK(best(needs("l4", 1)).mechanism == Mechanism::none);
    Needs asked = needs("h100-sxm", 4);
    asked.cards = 4;
    CHECK(best(asked).mechanism == Mechanism::none);
    CHECK(best(asked).cards == 4);
}

TEST_CASE("advise: replicas are spread over the cards and bounded by memory and by MPS")
{
    Needs asked = needs("l4", 9);
    asked.cards = 2;
    CHECK(best(asked).replicas == 5);
    asked.memory_gib = 6;  // of 22.49: three on each
    auto const choice = best(asked);
    CHECK(choice.replicas == 3);
    CHECK(choice.cards == 3);
    asked = needs("v100-32gb", 20);
    asked.isolation = Isolation::memory;
    CHECK(best(asked).replicas == 16);
}

TEST_CASE("advise: vGPU is for virtual machines")
{
    Needs asked = needs("l4", 4);
    asked.isolation = Isolation::fault;
    CHECK(best(asked).mechanism != Mechanism::vgpu);
    asked.has_virtual_machines = true;
    CHECK(best(asked).mechanism == Mechanism::vgpu);
}

TEST_CASE("advise: says where nothing does, and refuses impossible numbers")
{
    Needs asked = needs("l4", 2);
    asked.memory_gib = 40;
    CHECK(best(asked).per_card == 0);
    for (Needs wrong : {needs("l4", 0), needs("l4", 10'001)})
        CHECK(sizing::advise(wrong).has_error());
    asked.memory_gib = 0;
    CHECK(sizing::advise(asked).has_error());
    asked = needs("l4", 2);
    asked.cards = 0;
    CHECK(sizing::advise(asked).error().message == "--cards 0: must be from 1 to 10000");
}
