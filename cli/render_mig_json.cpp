// SPDX-License-Identifier: Apache-2.0
#include "cli/render_mig_json.hpp"

#include "cli/mig_words.hpp"
#include "sizing/hardware.hpp"

#include <nlohmann/json.hpp>

#include <bit>

namespace slicegate::cli {

namespace {

using nlohmann::ordered_json;
using sizing::Card;
using sizing::MigProfile;

std::string dump(ordered_json const& value)
{
    return value.dump(2, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

ordered_json list_bits(sizing::Units units)
{
    auto list = ordered_json::array();
    for (int unit = 0; unit < std::bit_width(units); ++unit)
        if ((units & (1U << static_cast<unsigned>(unit))) != 0)
            list.push_back(unit);
    return list;
}

ordered_json render(MigProfile const& profile, Card const& card)
{
    auto const sms = sizing::sms_of(card, profile);
    return {
        {"name", profile.name},
        {"resource", sizing::resource_of(profile)},
        {"memoryMiB", profile.memory_mib},
        {"sms", sms ? ordered_json(*sms) : ordered_json()},
        {"computeSlices", profile.compute_slices},
        {"memoryUnits", profile.memory_units},
        {"maxInstances", profile.max_instances},
        {"starts", list_bits(profile.starts)}};
}

ordered_json render(Card const& card)
{
    auto const& hardware = sizing::hardware_of(card);
    auto profiles = ordered_json::array();
    for (MigProfile const& profile : card.mig_profiles)
        profiles.push_back(render(profile, card));
    return {
        {"gpu", card.key},
        {"name", card.name},
        {"product", card.product},
        {"memoryMiB", card.memory_mib},
        {"sms", hardware.sms > 0 ? ordered_json(hardware.sms) : ordered_json()},
        {"computeSlices", card.compute_slices},
        {"memoryUnits", card.memory_units},
        {"profiles", profiles}};
}

ordered_json render(std::span<sizing::Instance const> instances)
{
    auto list = ordered_json::array();
    for (auto const& [profile, start] : instances)
        list.push_back({{"profile", profile->name}, {"start", start}, {"size", profile->memory_units}});
    return list;
}

ordered_json render(std::span<sizing::ProfileCount const> counts)
{
    auto object = ordered_json::object();
    for (auto const& [profile, count] : counts)
        object[std::string(profile->name)] = count;
    return object;
}

ordered_json render(sizing::Idle const& idle)
{
    return {
        {"computeSlices", idle.compute_slices},
        {"memoryUnits", idle.memory_units},
        {"strandedComputeSlices", idle.stranded_compute},
        {"strandedMemoryUnits", list_bits(idle.stranded_units)}};
}

ordered_json
render_refusal(Card const& card, std::span<sizing::Wanted const> wanted, sizing::Placement const& placement)
{
    auto const& refusal = *placement.refusal;
    auto lacks = ordered_json::array();
    for (sizing::Lack const lack : refusal.lacks)
        lacks.push_back(
            {{"lack", word_of(lack)},
             {"message", describe_lack(card, wanted[refusal.index], placement.instances, lack)}});
    auto instead = ordered_json::array();
    for (MigProfile const* const profile : refusal.instead)
        instead.push_back(profile->name);
    return {
        {"index", refusal.index},
        {"profile", wanted[refusal.index].profile->name},
        {"lacks", lacks},
        {"instead", instead}};
}

std::string_view word_of(sizing::Origin origin)
{
    switch (origin) {
    case sizing::Origin::shipped:
        return "shipped";
    case sizing::Origin::generated:
        return "generated";
    case sizing::Origin::both:
        return "both";
    }
    return "";
}

}  // namespace

std::string render_profiles_as_json(std::span<Card const* const> cards)
{
    auto list = ordered_json::array();
    for (Card const* const card : cards)
        list.push_back(render(*card));
    return dump({{"gpus", list}});
}

std::string render_placement_as_json(
    Card const& card, std::span<sizing::Wanted const> wanted, sizing::Placement const& placement)
{
    return dump(
        {{"gpu", card.key},
         {"fits", !placement.refusal},
         {"instances", render(placement.instances)},
         {"idle", render(sizing::find_idle(card, placement.instances))},
         {"refused", placement.refusal ? render_refusal(card, wanted, placement) : ordered_json()}});
}

std::string render_rooms_as_json(
    Card const& card, sizing::Placement const& placement, std::span<sizing::Room const> rooms)
{
    auto list = ordered_json::array();
    for (sizing::Room const& room : rooms)
        list.push_back({{"profile", room.profile->name}, {"most", room.most}, {"atWorst", room.least}});
    return dump(
        {{"gpu", card.key},
         {"fits", true},
         {"instances", render(placement.instances)},
         {"idle", render(sizing::find_idle(card, placement.instances))},
         {"room", list}});
}

std::string render_plan_as_json(Card const& card, sizing::Plan const& plan)
{
    auto groups = ordered_json::array();
    for (sizing::PlannedCards const& group : plan.groups)
        groups.push_back(
            {{"cards", group.count},
             {"layout", group.layout.empty() ? ordered_json() : ordered_json(group.layout)},
             {"migDevices", render(group.devices)},
             {"instances", render(group.instances)},
             {"idle", render(group.idle)}});
    ordered_json proof;
    if (plan.is_proven_by_weights)
        proof = {{"weights", render(plan.proof.weights)}, {"cardHolds", plan.proof.capacity}};
    return dump(
        {{"gpu", card.key},
         {"cards", plan.cards},
         {"atLeast", plan.at_least},
         {"isOptimal", plan.cards == plan.at_least},
         {"hasMostStandardLayouts", plan.has_most_standard},
         {"proof", proof},
         {"groups", groups},
         {"spare", render(plan.spare)}});
}

std::string render_layouts_as_json(std::span<Card const* const> cards)
{
    auto list = ordered_json::array();
    for (Card const* const card : cards)
        for (sizing::Layout const& layout : sizing::layouts_of(*card))
            list.push_back(
                {{"gpu", card->key},
                 {"name", layout.name},
                 {"migDevices", render(layout.devices)},
                 {"origin", word_of(layout.origin)}});
    return dump({{"layouts", list}});
}

std::string render_config_as_json(MigConfig const& config)
{
    auto nodes = ordered_json::array();
    for (MigNodes const& group : config.nodes) {
        auto cards = ordered_json::array();
        for (auto const& devices : group.devices)
            cards.push_back(render(devices));
        nodes.push_back(
            {{"nodes", group.count},
             {"label", group.label},
             {"isStandard", group.is_standard},
             {"cards", cards}});
    }
    return dump({{"nodes", nodes}, {"config", config.yaml}, {"commands", config.commands}});
}

}  // namespace slicegate::cli
