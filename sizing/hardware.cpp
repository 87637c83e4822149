// SPDX-License-Identifier: Apache-2.0
#include "sizing/hardware.hpp"

#include <algorithm>

namespace slicegate::sizing {

Hardware const& hardware_of(Card const& card)
{
    return *std::ranges::find(hardware(), card.key, &Hardware::card);  // tests hold both tables together
}

std::string_view plain_name(MigProfile const& profile)
{
    return profile.name.substr(0, profile.name.find_first_of("+-"));
}

std::optional<unsigned> sms_of(Card const& card, MigProfile const& profile)
{
    auto const& rows = hardware_of(card).profile_sms;
    auto const found = std::ranges::find(rows, plain_name(profile), &ProfileSms::profile);
    return found == rows.end() ? std::nullopt : std::optional(found->sms);
}

std::string resource_of(MigProfile const& profile)
{
    std::string name = "nvidia.com/mig-" + std::string(profile.name);
    std::ranges::replace(name, '+', '.');  // no resource name may hold a plus
    return name;
}

}  // namespace slicegate::sizing
