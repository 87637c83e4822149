// SPDX-License-Identifier: Apache-2.0
#include "sizing/room.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <string_view>
#include <tuple>

namespace slicegate::sizing {

namespace {

std::vector<MigProfile const*> largest_first(Card const& card)
{
    std::vector<MigProfile const*> profiles;
    for (MigProfile const& profile : card.mig_profiles)
        profiles.push_back(&profile);
    // Of variants the one that the card lists first.
    std::ranges::sort(profiles, [](MigProfile const* a, MigProfile const* b) {
        return std::tuple(b->memory_units, b->compute_slices, a) <
               std::tuple(a->memory_units, a->compute_slices, b);
    });
    return profiles;
}

unsigned count_more(
    Card const& card, std::vector<Wanted> wanted, std::vector<Units> footprints, MigProfile const* profile)
{
    for (unsigned count = 0;; ++count) {
        wanted.push_back({profile, std::nullopt});
        footprints = add_footprints(footprints, wanted.back());
        if (footprints.empty() || !find_lacks(card, wanted).empty())
            return count;
    }
}

// Of the variants that take the same slices and units, one that asks for least else.
bool is_frugal(Card const& card, MigProfile const& profile)
{
    auto const without_media = std::string(profile.name) + "-me";
    return profile.name.find('+') == std::string_view::npos &&
           std::ranges::find(card.mig_profiles, without_media, &MigProfile::name) == card.mig_profiles.end();
}

// The most compute slices that further instances can take, of `left` that there are.
unsigned most_compute(Card const& card, std::vector<Wanted>& wanted, Units taken, unsigned left)
{
    unsigned most = 0;
    for (MigProfile const& profile : card.mig_profiles) {
        if (most == left || profile.compute_slices > left || !is_frugal(card, profile))
            continue;
        wanted.push_back({&profile, std::nullopt});
        if (find_lacks(card, wanted).empty())
            for (Units const footprint : add_footprints(std::array{taken}, wanted.back()))
                most = std::max(
                    most, profile.compute_slices +
                              most_compute(card, wanted, footprint, left - profile.compute_slices));
        wanted.pop_back();
    }
    return most;
}

std::vector<Wanted> as_wanted(std::span<Instance const> instances)
{
    std::vector<Wanted> wanted;
    for (Instance const& instance : instances)
        wanted.push_back({instance.profile, instance.start});
    return wanted;
}

}  // namespace

std::vector<unsigned> count_room(Card const& card, std::span<Wanted const> wanted, Units footprint)
{
    std::vector<unsigned> counts;
    for (MigProfile const* const profile : largest_first(card))
        counts.push_back(count_more(card, {wanted.begin(), wanted.end()}, {footprint}, profile));
    return counts;
}

std::vector<Room> find_room(Card const& card, std::span<Wanted const> wanted)
{
    std::vector<Room> rooms;
    auto const footprints = find_footprints(card, wanted);
    if (footprints.empty())
        return rooms;
    auto const profiles = largest_first(card);
    for (MigProfile const* const profile : profiles)
        rooms.push_back({.profile = profile, .most = 0, .least = profile->max_instances});
    for (Units const footprint : footprints) {
        auto const counts = count_room(card, wanted, footprint);
        for (std::size_t i = 0; i < rooms.size(); ++i) {
            rooms[i].most = std::max(rooms[i].most, counts[i]);
            rooms[i].least = std::min(rooms[i].least, counts[i]);
        }
    }
    return rooms;
}

Idle find_idle(Card const& card, std::span<Instance const> instances)
{
    auto wanted = as_wanted(instances);
    Units const taken = units_of(instances);
    unsigned compute = 0;
    for (Instance const& instance : instances)
        compute += instance.profile->compute_slices;
    Units usable = 0;
    for (MigProfile const& profile : card.mig_profiles) {
        wanted.push_back({&profile, std::nullopt});
        if (find_lacks(card, wanted).empty())
            for (Units const footprint : add_footprints(std::array{taken}, wanted.back()))
                usable = static_cast<Units>(usable | footprint);
        wanted.pop_back();
    }
    auto const all = static_cast<Units>((1U << card.memory_units) - 1U);
    unsigned const idle_compute = card.compute_slices - compute;
    return {
        .compute_slices = idle_compute,
        .memory_units = card.memory_units - static_cast<unsigned>(std::popcount(taken)),
        .stranded_compute = idle_compute - most_compute(card, wanted, taken, idle_compute),
        .stranded_units = static_cast<Units>(all & ~(taken | usable))};
}

}  // namespace slicegate::sizing
