// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/error.hpp"
#include "sizing/layouts.hpp"
#include "sizing/room.hpp"

#include <span>
#include <string>
#include <vector>

namespace slicegate::sizing {

// Cards that are cut alike.
struct PlannedCards {
    unsigned count = 0;
    std::string layout;                 // its name for nvidia.com/mig.config; empty: it has none
    std::vector<ProfileCount> devices;  // on each card
    std::vector<Instance> instances;    // where they can stand
    Idle idle;                          // of each card
};

// That no plan does with fewer cards: no card holds instances that weigh more than `capacity`.
struct Proof {
    std::vector<ProfileCount> weights;  // the weight of one instance of each profile, as `count`
    unsigned capacity = 0;
};

struct Plan {
    unsigned cards = 0;
    unsigned at_least = 0;  // cards that any plan takes; a proof that it is optimal where equal to `cards`
    bool is_proven_by_weights = false;  // at_least follows from `proof`; otherwise from the whole search
    Proof proof;
    bool has_most_standard = false;    // no plan with as many cards has more of a standard layout
    std::vector<PlannedCards> groups;  // standard layouts first
    std::vector<ProfileCount> spare;   // instances that standard layouts bring and nobody asked for
};

// More has no card pool, and the search would be long.
inline constexpr unsigned max_instances = 2000;

// The fewest cards for these instances, and of such plans the one with most cards in a standard layout. Error:
// Errc::bad_option where nothing is needed, or more than max_instances.
[[nodiscard]] Result<Plan> plan_cards(Card const& card, std::span<ProfileCount const> needs);

}  // namespace slicegate::sizing
