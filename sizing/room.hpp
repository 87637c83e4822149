// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sizing/packer.hpp"

#include <span>
#include <vector>

namespace slicegate::sizing {

// How many of one profile can still be added, and nothing else.
struct Room {
    MigProfile const* profile = nullptr;
    unsigned most = 0;   // where the instances stand as well as they can
    unsigned least = 0;  // where they stand as badly as they can: instances that run are never moved
};

// One entry for each profile of the card, the largest first. Empty where the set itself does not fit.
[[nodiscard]] std::vector<Room> find_room(Card const& card, std::span<Wanted const> wanted);

// The same where the set occupies just these units: for each profile, the largest first, how many.
[[nodiscard]] std::vector<unsigned>
count_room(Card const& card, std::span<Wanted const> wanted, Units footprint);

// What a card with these instances does not use.
struct Idle {
    unsigned compute_slices = 0;
    unsigned memory_units = 0;
    unsigned stranded_compute = 0;  // of these, what no further instances can use whatever they are
    Units stranded_units = 0;       // the memory units that no further instance can take
};

[[nodiscard]] Idle find_idle(Card const& card, std::span<Instance const> instances);

}  // namespace slicegate::sizing
