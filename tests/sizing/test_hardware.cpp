// SPDX-License-Identifier: Apache-2.0
#include "brute_force.hpp"
#include "sizing/hardware.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>

using namespace slicegate;
using namespace slicegate::sizing;

TEST_CASE("hardware: has one row for each card, and no other")
{
    CHECK(hardware().size() == policy::cards().size());
    for (policy::Card const& card : policy::cards()) {
        CAPTURE(card.key);
        CHECK(std::ranges::count(hardware(), card.key, &Hardware::card) == 1);
        CHECK(hardware_of(card).bandwidth_gbs > 0);
        for (ProfileSms const& row : hardware_of(card).profile_sms) {
            CHECK(std::ranges::count(card.mig_profiles, row.profile, &MigProfile::name) == 1);
            CHECK(row.sms <= hardware_of(card).sms);
        }
    }
}

TEST_CASE("sms_of: two compute slices have more SMs than one, beside the same memory")
{
    auto const& h100 = test::card_of("h100-sxm");
    auto const sms = [&](std::string_view resource) {
        return sms_of(h100, *policy::find_mig_profile(h100, resource)).value();
    };
    CHECK(sms("mig-1g.10gb") == 16);
    CHECK(sms("mig-1g.10gb.me") == 16);
    CHECK(sms("mig-1g.20gb") == 26);
    CHECK(sms("mig-2g.20gb") == 32);
    auto const& b300 = test::card_of("b300");
    CHECK_FALSE(sms_of(b300, b300.mig_profiles[0]).has_value());
}

TEST_CASE("resource_of: writes a dot for a plus")
{
    auto const& card = test::card_of("rtx-pro-6000-server");
    CHECK(
        resource_of(*policy::find_mig_profile(card, "mig-1g.24gb.me.all")) ==
        "nvidia.com/mig-1g.24gb.me.all");
    CHECK(resource_of(*policy::find_mig_profile(card, "mig-1g.24gb-me")) == "nvidia.com/mig-1g.24gb-me");
    CHECK(plain_name(*policy::find_mig_profile(card, "mig-1g.24gb-me")) == "1g.24gb");
}
