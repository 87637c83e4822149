// SPDX-License-Identifier: Apache-2.0
#include "policy/cards.hpp"

#include <catch2/catch_test_macros.hpp>

#include <bit>
#include <set>
#include <string>

using namespace slicegate::policy;

TEST_CASE("cards: keys are unique and can be found")
{
    std::set<std::string_view> keys;
    for (Card const& card : cards()) {
        CHECK(keys.insert(card.key).second);
        CHECK(find_card(card.key) == &card);
        CHECK(card.memory_mib > 0);
    }
    CHECK(find_card("h100") == nullptr);
    CHECK(find_card("") == nullptr);
}

TEST_CASE("cards: every MIG profile fits its card")
{
    for (Card const& card : cards())
        for (MigProfile const& profile : card.mig_profiles)
            DYNAMIC_SECTION(card.key << ' ' << profile.name)
            {
                CHECK(profile.memory_mib <= card.memory_mib);
                CHECK(profile.compute_slices <= card.compute_slices);
                CHECK(profile.max_instances >= 1);
                CHECK(profile.max_instances <= static_cast<unsigned>(std::popcount(profile.starts)));
                // The last place where it may begin leaves room for all of it.
                CHECK(
                    std::bit_width(profile.starts) + static_cast<int>(profile.memory_units) - 1 <=
                    static_cast<int>(card.memory_units));
            }
}

TEST_CASE("find_mig_profile: takes the names that the device plugin advertises")
{
    Card const& a100 = *find_card("a100-40gb");
    REQUIRE(find_mig_profile(a100, "mig-1g.5gb") != nullptr);
    CHECK(find_mig_profile(a100, "mig-1g.5gb")->memory_mib == 4864);
    REQUIRE(find_mig_profile(a100, "mig-1g.5gb.me") != nullptr);
    CHECK(find_mig_profile(a100, "mig-1g.5gb.me")->name == "1g.5gb+me");
    for (char const* resource :
         {"mig-1g.5gb+me", "mig-1g.10gb.me", "mig-1g.6gb", "mig-", "mig", "", "1g.5gb", "mig-1g_5gb"})
        CHECK(find_mig_profile(a100, resource) == nullptr);
    CHECK(find_mig_profile(*find_card("rtx-pro-6000-server"), "mig-1g.24gb-me") != nullptr);
    CHECK(find_mig_profile(*find_card("l4"), "mig-1g.5gb") == nullptr);
}
