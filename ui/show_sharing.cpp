// SPDX-License-Identifier: Apache-2.0
#include "sizing/tenants.hpp"
#include "sizing/tickets.hpp"
#include "sizing/words.hpp"
#include "ui/show.hpp"

#include <array>

namespace slicegate::ui {
namespace {

constexpr double mib_per_gib = 1024;

std::string_view word_of(sizing::Mishap mishap)
{
    static constexpr std::array<std::string_view, 3> words = {"leak", "fault", "cardLost"};
    return words.at(static_cast<std::size_t>(mishap));
}

std::string_view word_of(policy::Mechanism mechanism)
{
    if (mechanism == policy::Mechanism::time_slicing)
        return "timeSlicing";
    return mechanism == policy::Mechanism::mps ? "mps" : "mig";
}

ordered_json describe(sizing::Mode const& mode)
{
    auto mishaps = ordered_json::array();
    for (sizing::Mishaps const& each : mode.mishaps) {
        auto fates = ordered_json::array();
        for (sizing::Fate const fate : each.fates)
            fates.push_back(sizing::word_of(fate));
        mishaps.push_back({{"mishap", word_of(each.mishap)}, {"fates", fates}, {"why", each.why}});
    }
    return {
        {"mechanism", word_of(mode.mechanism)},
        {"utilisation", mode.utilisation},
        {"slowdowns", mode.slowdowns},
        {"memoryGiB", mode.memory_gib},
        {"isMemoryAWall", mode.is_memory_a_wall},
        {"fits", mode.fits},
        {"mishaps", mishaps}};
}

}  // namespace

Answer show_tickets(ordered_json const& asked)
{
    auto const office = sizing::open_ticket_office(
        {.cards = asked.at("cards").get<unsigned>(),
         .replicas = asked.at("replicas").get<unsigned>(),
         .renames = asked.at("renames").get<bool>(),
         .fails_requests_greater_than_one = asked.at("failsRequestsGreaterThanOne").get<bool>(),
         .is_mps = asked.value("mps", false)});
    if (!office)
        return refuse(office.error());
    auto handed = ordered_json::array();
    for (sizing::Handed const& each : office->handed)
        handed.push_back(
            {{"asked", each.asked},
             {"given", each.is_given},
             {"fewestCards", each.fewest_cards},
             {"mostCards", each.most_cards},
             {"what", each.what}});
    return say(
        {{"resource", office->resource},
         {"allocatable", office->allocatable},
         {"productSuffix", office->label},
         {"handed", handed}});
}

Answer show_modes(ordered_json const& asked)
{
    auto const card = sizing::find_gpu(asked.at("gpu").get<std::string>());
    if (!card)
        return refuse(card.error());
    std::vector<sizing::Tenant> tenants;
    for (ordered_json const& each : asked.at("tenants"))
        tenants.push_back(
            {each.at("duty").get<double>(), each.at("width").get<double>(),
             each.at("memoryGiB").get<double>()});
    auto const memory = static_cast<double>((*card)->memory_mib) / mib_per_gib;
    auto const modes = sizing::compare_modes(tenants, memory);
    if (!modes)
        return refuse(modes.error());
    auto shown = ordered_json::array();
    for (sizing::Mode const& mode : *modes)
        shown.push_back(describe(mode));
    bool const has_mig = !(*card)->mig_profiles.empty();
    return say({{"memoryGiB", memory}, {"hasMig", has_mig}, {"modes", shown}});
}

}  // namespace slicegate::ui
