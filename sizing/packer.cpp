// SPDX-License-Identifier: Apache-2.0
#include "sizing/packer.hpp"

#include "sizing/room.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace slicegate::sizing {

namespace {

// NVIDIA's MIG User Guide: a profile with +me takes media engines, and a card has one such instance. That
// +me.all leaves place for instances without media engines (-me) alone follows from the engines that nvidia-smi
// mig -lgip counts.
enum class Media { some, extra, all, none };

Media media_of(MigProfile const& profile)
{
    if (profile.name.ends_with("+me.all"))
        return Media::all;
    if (profile.name.ends_with("+me"))
        return Media::extra;
    return profile.name.ends_with("-me") ? Media::none : Media::some;
}

bool has_media_clash(std::span<Wanted const> wanted)
{
    auto const count = [&](Media media) {
        return std::ranges::count(wanted, media, [](Wanted const& one) { return media_of(*one.profile); });
    };
    auto const all = count(Media::all);
    auto const extra = count(Media::extra);
    return all + extra > 1 || (all == 1 && count(Media::some) > 0);
}

unsigned units_count(std::span<Wanted const> wanted)
{
    return std::accumulate(wanted.begin(), wanted.end(), 0U, [](unsigned sum, Wanted const& one) {
        return sum + one.profile->memory_units;
    });
}

// Where an instance may begin, as bits.
Units starts_of(Wanted const& wanted)
{
    if (!wanted.start)
        return wanted.profile->starts;
    return *wanted.start < 16 ? static_cast<Units>(wanted.profile->starts & (1U << *wanted.start)) : Units{0};
}

// Instances that fill exactly `units`, in the order asked. There are such: the caller has found the footprint.
bool arrange(std::span<Wanted const> wanted, Units units, std::vector<Instance>& out)
{
    if (wanted.empty())
        return units == 0;
    for (Units starts = starts_of(wanted.front()); starts != 0;
         starts = static_cast<Units>(starts & (starts - 1))) {
        Instance const instance{wanted.front().profile, static_cast<unsigned>(std::countr_zero(starts))};
        Units const taken = units_of(instance);
        if ((units & taken) != taken)
            continue;
        out.push_back(instance);
        if (arrange(wanted.subspan(1), static_cast<Units>(units & ~taken), out))
            return true;
        out.pop_back();
    }
    return false;
}

std::optional<std::vector<Instance>> find_arrangement(Card const& card, std::span<Wanted const> wanted)
{
    auto const footprints = find_footprints(card, wanted);
    if (footprints.empty())
        return std::nullopt;
    Units best = footprints.front();
    auto best_room = count_room(card, wanted, best);
    for (Units const footprint : footprints) {
        auto room = count_room(card, wanted, footprint);
        if (room > best_room) {
            best = footprint;
            best_room = std::move(room);
        }
    }
    std::vector<Instance> instances;
    arrange(wanted, best, instances);
    return instances;
}

Refusal explain(Card const& card, std::span<Wanted const> wanted)
{
    Refusal refusal{.index = wanted.size() - 1, .lacks = find_lacks(card, wanted), .instead = {}};
    if (units_count(wanted) > card.memory_units)
        refusal.lacks.push_back(Lack::memory);
    if (refusal.lacks.empty())
        refusal.lacks.push_back(Lack::position);
    std::ranges::sort(refusal.lacks);
    for (Room const& room : find_room(card, wanted.first(wanted.size() - 1)))
        if (room.most > 0)
            refusal.instead.push_back(room.profile);
    return refusal;
}

}  // namespace

Units units_of(Instance const& instance)
{
    return static_cast<Units>(((1U << instance.profile->memory_units) - 1U) << instance.start);
}

Units units_of(std::span<Instance const> instances)
{
    return std::accumulate(instances.begin(), instances.end(), Units{0}, [](Units sum, Instance const& one) {
        return static_cast<Units>(sum | units_of(one));
    });
}

std::vector<Lack> find_lacks(Card const& card, std::span<Wanted const> wanted)
{
    std::vector<Lack> lacks;
    unsigned compute = 0;
    bool is_over_count = false;
    for (Wanted const& one : wanted) {
        compute += one.profile->compute_slices;
        auto const alike = std::ranges::count(wanted, one.profile, &Wanted::profile);
        is_over_count |= static_cast<unsigned>(alike) > one.profile->max_instances;
    }
    if (compute > card.compute_slices)
        lacks.push_back(Lack::compute);
    if (has_media_clash(wanted))
        lacks.push_back(Lack::media);
    else if (is_over_count && lacks.empty() && units_count(wanted) <= card.memory_units)
        lacks.push_back(Lack::count);  // otherwise the number follows from slices and units
    return lacks;
}

std::vector<Units> add_footprints(std::span<Units const> footprints, Wanted const& wanted)
{
    std::vector<Units> next;
    for (Units const before : footprints)
        for (Units starts = starts_of(wanted); starts != 0;
             starts = static_cast<Units>(starts & (starts - 1))) {
            Units const taken = units_of({wanted.profile, static_cast<unsigned>(std::countr_zero(starts))});
            if ((before & taken) == 0)
                next.push_back(static_cast<Units>(before | taken));
        }
    std::ranges::sort(next);
    auto const rest = std::ranges::unique(next);
    next.erase(rest.begin(), rest.end());
    return next;
}

std::vector<Units> find_footprints(Card const& card, std::span<Wanted const> wanted)
{
    if (!find_lacks(card, wanted).empty())
        return {};
    std::vector<Units> footprints{0};
    for (Wanted const& one : wanted)
        footprints = add_footprints(footprints, one);
    return footprints;
}

Placement place(Card const& card, std::span<Wanted const> wanted)
{
    Placement placement;
    for (std::size_t count = 1; count <= wanted.size(); ++count)
        if (find_footprints(card, wanted.first(count)).empty()) {
            placement.refusal = explain(card, wanted.first(count));
            wanted = wanted.first(count - 1);
            break;
        }
    if (auto instances = find_arrangement(card, wanted))
        placement.instances = std::move(*instances);
    return placement;
}

}  // namespace slicegate::sizing
