// SPDX-License-Identifier: Apache-2.0
#include "cli/render_mig.hpp"

#include "cli/columns.hpp"
#include "cli/mig_words.hpp"
#include "sizing/hardware.hpp"

#include <algorithm>
#include <array>

namespace slicegate::cli {

namespace {

using sizing::Card;
using sizing::Instance;
using sizing::MigProfile;

constexpr std::size_t least_unit_width = 8;

// Wide enough for every name over the units that it takes.
std::size_t unit_width(Card const& card)
{
    std::size_t width = least_unit_width;
    for (MigProfile const& profile : card.mig_profiles)
        width = std::max(width, (profile.name.size() + 2 + profile.memory_units - 1) / profile.memory_units);
    return width;
}

std::string pad(std::string text, std::size_t width)
{
    text.resize(std::max(text.size(), width), ' ');
    return text;
}

unsigned count_compute(std::span<Instance const> instances)
{
    unsigned sum = 0;
    for (Instance const& one : instances)
        sum += one.profile->compute_slices;
    return sum;
}

std::string describe_usage(Card const& card, std::span<Instance const> instances)
{
    auto const idle = sizing::find_idle(card, instances);
    return "compute slices: " + std::to_string(count_compute(instances)) + " of " +
           std::to_string(card.compute_slices) +
           " used; memory units: " + std::to_string(card.memory_units - idle.memory_units) + " of " +
           std::to_string(card.memory_units) + "\nidle: " + describe_idle(card, idle) + '\n';
}

}  // namespace

std::string render_counts(std::span<sizing::ProfileCount const> counts)
{
    std::vector<std::string> words;
    for (auto const& [profile, count] : counts)
        words.push_back(std::to_string(count) + " x " + std::string(profile->name));
    return join_words(words, ", ");
}

std::string draw_card(Card const& card, std::span<Instance const> instances)
{
    std::size_t const width = unit_width(card);
    std::string units = "  memory unit  ";
    std::string cells = pad("", units.size());
    for (unsigned unit = 0; unit < card.memory_units; ++unit) {
        units += pad(std::to_string(unit), width);
        auto const at = std::ranges::find(instances, unit, &Instance::start);
        if (at == instances.end()) {
            cells += pad("  -", width);
            continue;
        }
        auto const span = at->profile->memory_units;
        cells += pad('[' + std::string(at->profile->name), width * span - 1) + ']';
        for (unsigned more = 1; more < span; ++more)
            units += pad(std::to_string(++unit), width);
    }
    units.erase(units.find_last_not_of(' ') + 1);
    cells.erase(cells.find_last_not_of(' ') + 1);
    return units + '\n' + cells + '\n';
}

std::string render_cards(std::span<Card const* const> cards)
{
    Columns table({"GPU", ">MEMORY", ">COMPUTE", ">UNITS", "PROFILES"});
    for (Card const* const card : cards) {
        std::vector<std::string> names;
        for (MigProfile const& profile : card->mig_profiles)
            names.emplace_back(profile.name);
        table.add(
            {std::string(card->key), render_gib(static_cast<double>(card->memory_mib)),
             std::to_string(card->compute_slices), std::to_string(card->memory_units),
             join_words(names, ", ")});
    }
    return table.render();
}

std::string render_profiles(Card const& card)
{
    auto const& hardware = sizing::hardware_of(card);
    std::string const out = std::string(card.key) + ": " + std::string(card.name) + ", " +
                            render_gib(static_cast<double>(card.memory_mib)) +
                            (hardware.sms > 0 ? ", " + std::to_string(hardware.sms) + " SMs" : "") + ", " +
                            std::to_string(card.compute_slices) + " compute slices, " +
                            std::to_string(card.memory_units) + " memory units\n\n";
    Columns table({"PROFILE", ">MEMORY", ">SMS", ">COMPUTE", ">UNITS", ">MOST", "STARTS AT", "RESOURCE"});
    for (MigProfile const& profile : card.mig_profiles) {
        auto const sms = sizing::sms_of(card, profile);
        table.add(
            {std::string(profile.name), render_gib(static_cast<double>(profile.memory_mib)),
             sms ? std::to_string(*sms) : "?", std::to_string(profile.compute_slices),
             std::to_string(profile.memory_units), std::to_string(profile.max_instances),
             describe_starts(profile), sizing::resource_of(profile)});
    }
    return out + table.render() +
           "\nMEMORY is what an instance has, which is less than its name says. RESOURCE is for the strategy "
           "mixed; under single,\nwhere all instances are alike, each is one nvidia.com/gpu.\n";
}

std::string
render_placement(Card const& card, std::span<sizing::Wanted const> wanted, sizing::Placement const& placement)
{
    std::string out = std::string(card.key) + ": ";
    if (!placement.refusal)
        out += wanted.empty() ? "nothing to place\n\n" : "all of it fits\n\n";
    else
        out += "does not fit\n\n" + describe_refusal(card, wanted, placement) + '\n';
    return out + draw_card(card, placement.instances) + '\n' + describe_usage(card, placement.instances);
}

std::string
render_rooms(Card const& card, sizing::Placement const& placement, std::span<sizing::Room const> rooms)
{
    std::string const out = std::string(card.key) + ":\n\n" + draw_card(card, placement.instances) + '\n' +
                            describe_usage(card, placement.instances) + '\n';
    bool const has_room = std::ranges::any_of(rooms, [](sizing::Room const& room) { return room.most > 0; });
    if (!has_room)
        return out + "Nothing can be added.\n";
    Columns table({"STILL FITS", ">MOST", ">AT WORST", ">MEMORY", "RESOURCE"});
    for (sizing::Room const& room : rooms)
        if (room.most > 0)
            table.add(
                {std::string(room.profile->name), std::to_string(room.most), std::to_string(room.least),
                 render_gib(static_cast<double>(room.profile->memory_mib)),
                 sizing::resource_of(*room.profile)});
    return out + table.render() +
           "\nEach line by itself. MOST where the instances stand as drawn or as well; AT WORST where they "
           "stand "
           "badly: the driver\nmoves none that runs. Say where they stand with PROFILE@UNIT.\n";
}

}  // namespace slicegate::cli
