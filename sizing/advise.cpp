// SPDX-License-Identifier: Apache-2.0
#include "sizing/advise.hpp"

#include "sizing/hardware.hpp"

#include <algorithm>
#include <tuple>

namespace slicegate::sizing {

namespace {

constexpr unsigned most_tenants = 10'000;
constexpr unsigned most_cards = 10'000;
// Time-slicing itself knows no end. With more processes than this, each of which takes half a GiB for its CUDA
// context alone, little of a card is left.
constexpr unsigned most_turns = 48;

double gib_of(Card const& card)
{
    return static_cast<double>(card.memory_mib) / 1024;
}

unsigned divide_up(unsigned a, unsigned b)
{
    return (a + b - 1) / b;
}

// Tenants of which each has its part of the memory.
unsigned fit_into_memory(Needs const& needs, unsigned most)
{
    if (!needs.memory_gib)
        return most;
    auto const fit = static_cast<unsigned>(std::min(gib_of(*needs.card) / *needs.memory_gib, 1e6));
    return std::min(fit, most);
}

// As many on each card as share it at the least, spread over all of them.
void share(Choice& choice, Needs const& needs, unsigned most)
{
    unsigned const fit = fit_into_memory(needs, most);
    if (fit < 2) {
        choice.lacks.emplace_back(
            most < 2 ? "the card does not have it" : "no two tenants fit into the memory of one card");
        return;
    }
    choice.replicas = std::clamp(divide_up(needs.tenants, needs.cards), 2U, fit);
    choice.per_card = choice.replicas;
    choice.memory_gib = gib_of(*needs.card) / choice.replicas;
}

Choice whole_card(Needs const& needs)
{
    Choice choice{.mechanism = Mechanism::none, .lacks = {}};
    if (needs.memory_gib && *needs.memory_gib > gib_of(*needs.card))
        choice.lacks.emplace_back("a tenant needs more memory than a card has");
    else
        choice.per_card = 1;
    choice.memory_gib = gib_of(*needs.card);
    return choice;
}

Choice time_slicing(Needs const& needs)
{
    Choice choice{.mechanism = Mechanism::time_slicing, .lacks = {}};
    if (needs.isolation >= Isolation::memory)
        choice.lacks.emplace_back("nothing keeps a tenant to its part of the memory: one that takes more "
                                  "makes its neighbours fail");
    if (needs.isolation == Isolation::fault)
        choice.lacks.emplace_back("there is no wall between tenants that a fault would stop at");
    if (needs.latency != Latency::any)
        choice.lacks.emplace_back(
            "tenants take turns on the whole card: while all are at work, each waits for all others");
    share(choice, needs, most_turns);
    return choice;
}

Choice mps(Needs const& needs)
{
    Choice choice{.mechanism = Mechanism::mps, .lacks = {}};
    if (needs.isolation == Isolation::fault)
        choice.lacks.emplace_back("a fatal fault of one tenant ends all tenants of the card");
    if (needs.latency == Latency::steady)
        choice.lacks.emplace_back("tenants have threads of their own, and share the memory's bandwidth");
    share(choice, needs, needs.card->mps_clients);
    return choice;
}

// Of the profiles that do, one with as many instances as a card needs, and of these the largest.
MigProfile const* choose_profile(Needs const& needs)
{
    unsigned const wanted = divide_up(needs.tenants, needs.cards);
    MigProfile const* best = nullptr;
    for (MigProfile const& profile : needs.card->mig_profiles) {
        bool const is_plain = plain_name(profile) == profile.name;
        if (!is_plain || profile.max_instances < 2 ||
            (needs.memory_gib && static_cast<double>(profile.memory_mib) / 1024 < *needs.memory_gib))
            continue;
        auto const rank = [&](MigProfile const& each) {
            return std::tuple(std::min(each.max_instances, wanted), each.memory_mib, each.compute_slices);
        };
        if (best == nullptr || rank(profile) > rank(*best))
            best = &profile;
    }
    return best;
}

Choice mig(Needs const& needs)
{
    Choice choice{.mechanism = Mechanism::mig_single, .lacks = {}};
    if (needs.card->mig_profiles.empty()) {
        choice.lacks.emplace_back("the card has no MIG");
        return choice;
    }
    choice.profile = choose_profile(needs);
    if (choice.profile == nullptr) {
        choice.lacks.emplace_back("no profile of which a card takes two has that much memory");
        return choice;
    }
    choice.per_card = choice.profile->max_instances;
    choice.memory_gib = static_cast<double>(choice.profile->memory_mib) / 1024;
    return choice;
}

Choice vgpu(Needs const& needs)
{
    Choice choice{.mechanism = Mechanism::vgpu, .lacks = {}};
    if (!needs.has_virtual_machines)
        choice.lacks.emplace_back(
            "it is for tenants that are virtual machines, takes a hypervisor and a licence");
    if (needs.latency != Latency::any)
        choice.lacks.emplace_back(
            "its time-sliced kind takes turns; its MIG-backed kind is MIG in a machine");
    share(choice, needs, most_turns);
    return choice;
}

// Where several do: machines as they are; turns where nothing is asked for; else walls of hardware, before those
// of software, before a card for each.
unsigned rank(Choice const& choice, Needs const& needs)
{
    bool const is_alone = needs.tenants <= needs.cards;
    bool const is_undemanding = needs.isolation == Isolation::none && needs.latency == Latency::any;
    switch (choice.mechanism) {
    case Mechanism::vgpu:
        return 0;
    case Mechanism::none:
        return is_alone ? 1 : 6;
    case Mechanism::time_slicing:
        return is_undemanding ? 2 : 5;
    case Mechanism::mig_single:
        return 3;
    default:
        return 4;
    }
}

Result<void> check(Needs const& needs)
{
    auto const wrong = [](std::string message) { return Error{Errc::bad_option, std::move(message)}; };
    if (needs.tenants == 0 || needs.tenants > most_tenants)
        return wrong("--tenants " + std::to_string(needs.tenants) + ": must be from 1 to 10000");
    if (needs.cards == 0 || needs.cards > most_cards)
        return wrong("--cards " + std::to_string(needs.cards) + ": must be from 1 to 10000");
    // What is no number is neither.
    bool const is_sound = !needs.memory_gib || (*needs.memory_gib > 0 && *needs.memory_gib < 1e6);
    if (!is_sound)
        return wrong("--memory: must be a number of GiB above 0");
    return {};
}

}  // namespace

Result<Advice> advise(Needs const& needs)
{
    if (auto const done = check(needs); !done)
        return done.error();
    Advice advice;
    advice.choices = {vgpu(needs), whole_card(needs), time_slicing(needs), mig(needs), mps(needs)};
    for (Choice& choice : advice.choices) {
        if (!choice.lacks.empty())
            choice.per_card = 0;
        if (choice.per_card > 0)
            choice.cards = divide_up(needs.tenants, choice.per_card);
    }
    std::ranges::sort(advice.choices, {}, [&](Choice const& choice) {
        bool const does = choice.per_card > 0;
        bool const is_enough = does && choice.cards <= needs.cards;
        return std::tuple(!does, !is_enough, does && !is_enough ? choice.cards : 0, rank(choice, needs));
    });
    Choice const& best = advice.choices.front();
    advice.is_enough = best.per_card > 0 && best.cards <= needs.cards;
    return advice;
}

std::string_view name_of(Mechanism mechanism)
{
    switch (mechanism) {
    case Mechanism::time_slicing:
        return "time-slicing";
    case Mechanism::mps:
        return "MPS";
    case Mechanism::mig_single:
    case Mechanism::mig_mixed:
        return "MIG";
    case Mechanism::vgpu:
        return "vGPU";
    default:
        return "whole card";
    }
}

std::string_view merit_of(Mechanism mechanism)
{
    switch (mechanism) {
    case Mechanism::time_slicing:
        return "any card does it, and a tenant has the whole card while its neighbours are idle; memory and "
               "faults "
               "are shared, so it is for people who know each other";
    case Mechanism::mps:
        return "tenants run at the same time, each with its part of threads and memory; a fatal fault of one "
               "ends "
               "all on the card, and the device plugin calls it experimental";
    case Mechanism::mig_single:
    case Mechanism::mig_mixed:
        return "instances have compute, memory and bandwidth of their own, and faults stay inside; what is "
               "idle in "
               "one is not lent to another";
    case Mechanism::vgpu:
        return "each virtual machine has its part of the memory, and its own driver";
    default:
        return "nobody else is on the card";
    }
}

}  // namespace slicegate::sizing
