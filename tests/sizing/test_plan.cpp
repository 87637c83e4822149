// SPDX-License-Identifier: Apache-2.0
#include "brute_force.hpp"
#include "sizing/plan.hpp"
#include "sizing/words.hpp"

#include <catch2/catch_test_macros.hpp>

#include <map>
#include <random>
#include <string>

using namespace slicegate;
using namespace slicegate::sizing;

namespace {

Plan plan_words(Card const& card, std::vector<std::string> const& words)
{
    auto const needs = parse_needs(card, words);
    REQUIRE(needs.has_value());
    auto plan = plan_cards(card, *needs);
    REQUIRE(plan.has_value());
    return *plan;
}

std::string groups_of(Plan const& plan)
{
    std::string out;
    for (PlannedCards const& group : plan.groups) {
        out += (out.empty() ? "" : "; ") + std::to_string(group.count) + " x " +
               (group.layout.empty() ? "own" : group.layout) + ':';
        for (auto const& [profile, count] : group.devices)
            out += ' ' + std::to_string(count) + 'x' + std::string(profile->name);
    }
    return out;
}

// A plan keeps what it promises: everything needed is cut, every card holds what is cut of it.
void check_plan(Card const& card, Plan const& plan, std::vector<ProfileCount> const& needs)
{
    std::map<MigProfile const*, unsigned> cut;
    unsigned cards = 0;
    for (PlannedCards const& group : plan.groups) {
        cards += group.count;
        std::size_t devices = 0;
        for (auto const& [profile, count] : group.devices) {
            cut[profile] += group.count * count;
            devices += count;
        }
        CHECK(group.instances.size() == devices);
        Units taken = 0;
        for (Instance const& one : group.instances) {
            CHECK((taken & units_of(one)) == 0);
            taken = static_cast<Units>(taken | units_of(one));
        }
    }
    for (auto const& [profile, count] : needs)
        CHECK(cut[profile] >= count);
    CHECK(cards == plan.cards);
    CHECK(plan.at_least <= plan.cards);
    static_cast<void>(card);
}

std::vector<test::Multiset> standard_sets(Card const& card)
{
    std::vector<test::Multiset> sets;
    for (Layout const& layout : layouts_of(card)) {
        sets.emplace_back(card.mig_profiles.size());
        for (auto const& [profile, count] : layout.devices)
            sets.back()[static_cast<std::size_t>(profile - card.mig_profiles.data())] += count;
    }
    return sets;
}

}  // namespace

TEST_CASE("plan: takes standard layouts where they need no more cards")
{
    auto const& card = test::card_of("h100-sxm");
    CHECK(groups_of(plan_words(card, {"1g.10gb=7"})) == "1 x all-1g.10gb: 7x1g.10gb");
    CHECK(
        groups_of(plan_words(card, {"1g.10gb=2", "2g.20gb=1", "3g.40gb=1"})) ==
        "1 x all-balanced: 2x1g.10gb 1x2g.20gb 1x3g.40gb");
    auto const plan = plan_words(card, {"3g.40gb=1", "4g.40gb=1"});
    CHECK(groups_of(plan) == "1 x own: 1x3g.40gb 1x4g.40gb");  // two cards would do with standard layouts
    CHECK(plan.has_most_standard);
}

TEST_CASE("plan: says what nobody asked for")
{
    auto const plan = plan_words(test::card_of("h100-sxm"), {"3g.40gb=1", "2g.20gb=1"});
    CHECK(groups_of(plan) == "1 x all-balanced: 2x1g.10gb 1x2g.20gb 1x3g.40gb");
    REQUIRE(plan.spare.size() == 1);
    CHECK(plan.spare[0].profile->name == "1g.10gb");
    CHECK(plan.spare[0].count == 2);
}

TEST_CASE("plan: fifty mixed instances on H100s, the fewest cards proven")
{
    auto const& card = test::card_of("h100-sxm");
    auto const plan =
        plan_words(card, {"1g.10gb=17", "1g.20gb=9", "2g.20gb=11", "3g.40gb=7", "4g.40gb=4", "7g.80gb=2"});
    CHECK(plan.at_least == plan.cards);
    CHECK(plan.is_proven_by_weights);
    // The proof, counted once more.
    unsigned weight = 0;
    std::map<std::string_view, unsigned> const needs{{"1g.10gb", 17}, {"1g.20gb", 9}, {"2g.20gb", 11},
                                                     {"3g.40gb", 7},  {"4g.40gb", 4}, {"7g.80gb", 2}};
    for (auto const& [profile, each] : plan.proof.weights)
        weight += each * needs.at(profile->name);
    CHECK(weight > (plan.cards - 1) * plan.proof.capacity);
    CHECK(plan.cards == 15);
}

TEST_CASE("plan: nothing and too much are refused")
{
    auto const& card = test::card_of("h100-sxm");
    auto const nothing = plan_cards(card, {});
    REQUIRE(nothing.has_error());
    CHECK(nothing.error().message == "nothing is needed; say what with --need PROFILE=NUMBER");
    std::vector<ProfileCount> const much{
        {&card.mig_profiles[0], 4'000'000'000U}, {&card.mig_profiles[1], 4'000'000'000U}};
    auto const too_much = plan_cards(card, much);
    REQUIRE(too_much.has_error());
    CHECK(
        too_much.error().message == "8000000000 instances are needed, at most 2000 can be planned at a time");
}

TEST_CASE("plan: needs as many cards as brute force, on every GPU")
{
    std::mt19937 random(8);
    for (Card const* const card : test::list_mig_cards())
        DYNAMIC_SECTION(card->key)
        {
            auto const sets = test::find_all_sets(*card);
            for (int round = 0; round < 6; ++round) {
                test::Multiset needs(card->mig_profiles.size());
                std::vector<ProfileCount> counts;
                for (int i = 0; i < 7; ++i)
                    ++needs[random() % needs.size()];
                for (std::size_t i = 0; i < needs.size(); ++i)
                    counts.push_back({&card->mig_profiles[i], needs[i]});
                auto const plan = plan_cards(*card, counts);
                REQUIRE(plan.has_value());
                check_plan(*card, *plan, counts);
                CAPTURE(needs);
                CHECK(plan->cards == test::count_cards(sets, needs));
                CHECK(plan->at_least == plan->cards);
                CHECK(plan->has_most_standard);
                unsigned standard = 0;
                for (PlannedCards const& group : plan->groups)
                    standard += group.layout.empty() ? 0 : group.count;
                CHECK(standard == test::count_standard(sets, standard_sets(*card), needs, plan->cards));
            }
        }
}

TEST_CASE("plan: large pools end with a bound")
{
    std::mt19937 random(88);
    auto const& card = test::card_of("h100-sxm");
    for (int round = 0; round < 5; ++round) {
        std::vector<ProfileCount> counts;
        for (MigProfile const& profile : card.mig_profiles)
            counts.push_back({&profile, static_cast<unsigned>(random() % 60)});
        auto const plan = plan_cards(card, counts);
        REQUIRE(plan.has_value());
        check_plan(card, *plan, counts);
        CHECK(plan->cards <= plan->at_least + 1);
    }
}
