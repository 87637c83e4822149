// SPDX-License-Identifier: Apache-2.0
#include "cli/columns.hpp"
#include "cli/mig_words.hpp"
#include "cli/render_mig.hpp"

namespace slicegate::cli {

namespace {

using sizing::Card;
using sizing::Plan;
using sizing::ProfileCount;

std::string describe_bound(Plan const& plan)
{
    if (plan.cards == plan.at_least)
        return "no plan takes fewer";
    return "any plan takes " + std::to_string(plan.at_least) + " at least; that fewer than " +
           std::to_string(plan.cards) + " do is not ruled out";
}

// Fifths and sevenths of a card, so that whoever doubts can add up.
std::string describe_proof(std::span<ProfileCount const> needs, Plan const& plan)
{
    if (!plan.is_proven_by_weights)
        return "proof: every way with fewer cards was searched\n";
    std::vector<std::string> words;
    std::uint64_t sum = 0;
    for (auto const& [profile, weight] : plan.proof.weights) {
        words.push_back(std::string(profile->name) + ' ' + std::to_string(weight));
        for (ProfileCount const& need : needs)
            if (need.profile == profile)
                sum += std::uint64_t{need.count} * weight;
    }
    return "proof: weigh an instance of " + join_words(words, ", ") + "; no card holds more than " +
           std::to_string(plan.proof.capacity) + ", and all weigh " + std::to_string(sum) + '\n';
}

std::string render_origin(sizing::Origin origin)
{
    switch (origin) {
    case sizing::Origin::shipped:
        return "before 0.14";
    case sizing::Origin::generated:
        return "0.14 and later";
    case sizing::Origin::both:
        return "any";
    }
    return "";
}

}  // namespace

std::string render_plan(Card const& card, std::span<ProfileCount const> needs, Plan const& plan)
{
    std::string out =
        count_words(plan.cards, "card") + ' ' + std::string(card.key) + "; " + describe_bound(plan) + "\n\n";
    Columns table({">CARDS", "LAYOUT", "INSTANCES ON EACH", "IDLE ON EACH"});
    for (sizing::PlannedCards const& group : plan.groups)
        table.add(
            {std::to_string(group.count), group.layout.empty() ? "(its own)" : group.layout,
             render_counts(group.devices), describe_idle(card, group.idle)});
    out += table.render() + '\n';
    if (!plan.spare.empty())
        out += "spare: " + render_counts(plan.spare) +
               ", which nobody asked for and the standard layouts bring\n";
    if (!plan.has_most_standard)
        out += "not proven: that no such plan has more cards in a standard layout\n";
    return out + describe_proof(needs, plan);
}

std::string render_layouts(std::span<Card const* const> cards)
{
    Columns table({"GPU", "NVIDIA.COM/MIG.CONFIG", "INSTANCES ON EACH CARD", "MIG-PARTED"});
    for (Card const* const card : cards)
        for (sizing::Layout const& layout : sizing::layouts_of(*card))
            table.add(
                {std::string(card->key), layout.name, render_counts(layout.devices),
                 render_origin(layout.origin)});
    return table.render() + "\nBesides, on every card: all-disabled (no MIG) and all-enabled (MIG without "
                            "instances: nothing to "
                            "schedule on).\n";
}

}  // namespace slicegate::cli
