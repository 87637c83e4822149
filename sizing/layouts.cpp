// SPDX-License-Identifier: Apache-2.0
#include "sizing/layouts.hpp"

#include "sizing/hardware.hpp"
#include "sizing/packer.hpp"

#include <algorithm>
#include <optional>

namespace slicegate::sizing {

namespace {

bool is_for(ShippedEntry const& entry, std::string_view pci_ids)
{
    if (entry.device_filter.empty())
        return true;
    while (!pci_ids.empty()) {
        auto const id = pci_ids.substr(0, pci_ids.find(' '));
        if (entry.device_filter.find(id) != std::string_view::npos)
            return true;
        pci_ids.remove_prefix(std::min(id.size() + 1, pci_ids.size()));
    }
    return false;
}

bool does_fit(Card const& card, std::vector<ProfileCount> const& devices)
{
    std::vector<Wanted> wanted;
    for (auto const& [profile, count] : devices)
        wanted.insert(wanted.end(), count, {profile, std::nullopt});
    return !find_footprints(card, wanted).empty();
}

std::optional<Layout> read_entry(Card const& card, ShippedEntry const& entry)
{
    Layout layout{.name = std::string(entry.name), .devices = {}, .origin = Origin::shipped};
    for (auto const& [name, count] : entry.devices) {
        if (name.empty())
            continue;
        auto const profile = std::ranges::find(card.mig_profiles, name, &MigProfile::name);
        if (profile == card.mig_profiles.end())
            return std::nullopt;
        layout.devices.push_back({&*profile, count});
    }
    if (layout.devices.empty() || !does_fit(card, layout.devices))
        return std::nullopt;
    return layout;
}

// The plain profile with so many compute slices of which a card takes most.
MigProfile const* most_of(Card const& card, unsigned compute_slices)
{
    MigProfile const* best = nullptr;
    for (MigProfile const& profile : card.mig_profiles)
        if (profile.compute_slices == compute_slices && profile.name == plain_name(profile) &&
            (best == nullptr || profile.max_instances > best->max_instances))
            best = &profile;
    return best;
}

// mig-parted's generator knows a balanced layout for cards of seven and of four compute slices.
std::optional<Layout> make_balanced(Card const& card)
{
    Layout layout{.name = "all-balanced", .devices = {}, .origin = Origin::generated};
    if (card.compute_slices != 7 && card.compute_slices != 4)
        return std::nullopt;
    layout.devices = {{most_of(card, 1), 2}, {most_of(card, 2), 1}};
    if (card.compute_slices == 7)
        layout.devices.push_back({most_of(card, 3), 1});
    return layout;
}

std::vector<Layout> generate(Card const& card)
{
    std::vector<Layout> layouts;
    for (MigProfile const& profile : card.mig_profiles) {
        std::string name = "all-" + std::string(profile.name);
        std::ranges::replace(name, '+', '.');
        layouts.push_back(
            {.name = std::move(name),
             .devices = {{&profile, profile.max_instances}},
             .origin = Origin::generated});
    }
    if (auto balanced = make_balanced(card))
        layouts.push_back(std::move(*balanced));
    return layouts;
}

}  // namespace

std::vector<Layout> layouts_of(Card const& card)
{
    if (card.mig_profiles.empty())
        return {};
    auto layouts = generate(card);
    for (ShippedEntry const& entry : shipped_entries()) {
        if (!is_for(entry, hardware_of(card).pci_ids))
            continue;
        auto shipped = read_entry(card, entry);
        if (!shipped)
            continue;
        auto const known = std::ranges::find(layouts, shipped->name, &Layout::name);
        if (known == layouts.end())
            layouts.push_back(std::move(*shipped));
        else
            known->origin = Origin::both;
    }
    return layouts;
}

}  // namespace slicegate::sizing
