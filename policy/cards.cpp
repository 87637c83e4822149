// SPDX-License-Identifier: Apache-2.0
#include "policy/cards.hpp"

#include <algorithm>

namespace slicegate::policy {

Card const* find_card(std::string_view key)
{
    auto const found = std::ranges::find(cards(), key, &Card::key);
    return found == cards().end() ? nullptr : &*found;
}

MigProfile const* find_mig_profile(Card const& card, std::string_view resource)
{
    constexpr std::string_view prefix = "mig-";
    if (!resource.starts_with(prefix))
        return nullptr;
    std::string_view const name = resource.substr(prefix.size());
    // The device plugin writes '.' for '+', which no resource name may hold.
    auto const is_same = [](char of_profile, char of_resource) {
        return of_resource == (of_profile == '+' ? '.' : of_profile);
    };
    auto const found = std::ranges::find_if(card.mig_profiles, [&](MigProfile const& profile) {
        return std::ranges::equal(profile.name, name, is_same);
    });
    return found == card.mig_profiles.end() ? nullptr : &*found;
}

}  // namespace slicegate::policy
