// SPDX-License-Identifier: Apache-2.0
#include "cli/mig_words.hpp"

#include "cli/columns.hpp"

#include <algorithm>
#include <bit>

namespace slicegate::cli {

namespace {

using sizing::Card;
using sizing::Instance;
using sizing::Lack;
using sizing::MigProfile;
using sizing::Units;
using sizing::Wanted;

constexpr unsigned most_units = 16;

std::vector<unsigned> list_units(Units units)
{
    std::vector<unsigned> list;
    for (unsigned unit = 0; unit < most_units; ++unit)
        if ((units & (1U << unit)) != 0)
            list.push_back(unit);
    return list;
}

Units free_units(Card const& card, std::span<Instance const> placed)
{
    return static_cast<Units>(((1U << card.memory_units) - 1U) & ~units_of(placed));
}

std::string name_of(Wanted const& wanted)
{
    return std::string(wanted.profile->name) + (wanted.start ? '@' + std::to_string(*wanted.start) : "");
}

std::string describe_position(Card const& card, Wanted const& refused, std::span<Instance const> placed)
{
    MigProfile const& profile = *refused.profile;
    auto const row = profile.memory_units == 1
                         ? std::string("takes one unit")
                         : "takes " + std::to_string(profile.memory_units) + " units in a row";
    if (refused.start && (*refused.start >= most_units || (profile.starts & (1U << *refused.start)) == 0))
        return "it may begin at " + describe_starts(profile) + ", not at " + std::to_string(*refused.start);
    return "it " + row + ", beginning at " + describe_starts(profile) + "; as the others stand, the units " +
           describe_units(free_units(card, placed)) + " are free, and no other way to place them helps";
}

}  // namespace

std::string describe_units(Units units)
{
    std::vector<std::string> words;
    for (unsigned const unit : list_units(units))
        words.push_back(std::to_string(unit));
    return words.empty() ? "none" : join_words(words, ", ");
}

std::string describe_starts(MigProfile const& profile)
{
    auto const starts = list_units(profile.starts);
    if (starts.size() > 2 && starts.back() - starts.front() + 1 == starts.size())
        return std::to_string(starts.front()) + '-' + std::to_string(starts.back());
    return describe_units(profile.starts);
}

std::string describe_idle(Card const& card, sizing::Idle const& idle)
{
    static_cast<void>(card);
    std::vector<std::string> words;
    if (idle.compute_slices > 0) {
        words.push_back(count_words(idle.compute_slices, "compute slice"));
        if (idle.stranded_compute == idle.compute_slices)
            words.back() += " (stranded)";
        else if (idle.stranded_compute > 0)
            words.back() += " (" + std::to_string(idle.stranded_compute) + " stranded)";
    }
    if (idle.memory_units > 0) {
        words.push_back(count_words(idle.memory_units, "memory unit"));
        if (idle.stranded_units != 0)
            words.back() += " (" + describe_units(idle.stranded_units) + " stranded)";
    }
    return words.empty() ? "nothing" : join_words(words);
}

std::string_view word_of(Lack lack)
{
    switch (lack) {
    case Lack::compute:
        return "compute";
    case Lack::memory:
        return "memory";
    case Lack::count:
        return "count";
    case Lack::media:
        return "media";
    case Lack::position:
        return "position";
    }
    return "";
}

std::string
describe_lack(Card const& card, Wanted const& refused, std::span<Instance const> placed, Lack lack)
{
    MigProfile const& profile = *refused.profile;
    unsigned compute = card.compute_slices;
    for (Instance const& one : placed)
        compute -= one.profile->compute_slices;
    switch (lack) {
    case Lack::compute:
        return "it takes " + count_words(profile.compute_slices, "compute slice") + ", " +
               std::to_string(compute) + " of " + std::to_string(card.compute_slices) + " are left";
    case Lack::memory:
        return "it takes " + count_words(profile.memory_units, "memory unit") + ", " +
               std::to_string(std::popcount(free_units(card, placed))) + " of " +
               std::to_string(card.memory_units) + " are left";
    case Lack::count:
        return "a card takes " + std::to_string(profile.max_instances) + " of it at most";
    case Lack::media:
        return "the media engines are taken: a card has one instance with +me or +me.all, and beside +me.all "
               "only "
               "instances without (-me)";
    case Lack::position:
        return describe_position(card, refused, placed);
    }
    return "";
}

std::string
describe_refusal(Card const& card, std::span<Wanted const> wanted, sizing::Placement const& placement)
{
    auto const& refusal = *placement.refusal;
    Wanted const& refused = wanted[refusal.index];
    std::string out = name_of(refused) + " (number " + std::to_string(refusal.index + 1) + " of " +
                      std::to_string(wanted.size()) + ") has no place beside those before it:\n";
    for (Lack const lack : refusal.lacks)
        out += "  " + std::string(word_of(lack)) + ": " +
               describe_lack(card, refused, placement.instances, lack) + '\n';
    std::vector<std::string> instead;
    instead.reserve(refusal.instead.size());
    for (MigProfile const* const profile : refusal.instead)
        instead.emplace_back(profile->name);
    return out + "instead fits: " + (instead.empty() ? "nothing" : join_words(instead, " or ")) + '\n';
}

}  // namespace slicegate::cli
