// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/cards.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

// MIG instances on one card. A card has some memory units (8 on the large ones, 12 at most) and compute slices
// (7). An instance takes its profile's memory units in a row, from one of the few units where the profile may
// begin, and its compute slices from wherever. There are so few arrangements that all are looked at: an answer
// is exact, not a guess.
namespace slicegate::sizing {

using policy::Card;
using policy::MigProfile;

// Bit i: memory unit i.
using Units = std::uint16_t;

// What is asked for; `start` where it stands already, or must stand.
struct Wanted {
    MigProfile const* profile = nullptr;
    std::optional<unsigned> start;
};

struct Instance {
    MigProfile const* profile = nullptr;
    unsigned start = 0;  // first memory unit
};

[[nodiscard]] Units units_of(Instance const& instance);
[[nodiscard]] Units units_of(std::span<Instance const> instances);

// Why a further instance has no place.
enum class Lack {
    compute,   // too few compute slices are left
    memory,    // too few memory units are left
    count,     // the card takes no more of this profile
    media,     // the media engines are taken
    position,  // there is enough of all, but not in a row where the profile may begin
};

struct Refusal {
    std::size_t index = 0;  // of the first wanted one that has no place beside those before it
    std::vector<Lack> lacks;
    std::vector<MigProfile const*> instead;  // what has one, the largest first
};

struct Placement {
    std::vector<Instance> instances;  // in the order asked; up to the one that is refused
    std::optional<Refusal> refusal;
};

// Places a set. Of all arrangements it takes one that leaves most room: for the largest profile first. A start
// that the profile does not know is a position that it lacks.
[[nodiscard]] Placement place(Card const& card, std::span<Wanted const> wanted);

// Whether a set of profiles keeps what does not depend on places: compute slices, the most of each profile,
// media engines. The memory units it takes are not looked at.
[[nodiscard]] std::vector<Lack> find_lacks(Card const& card, std::span<Wanted const> wanted);

// The memory units that a set may come to occupy, one entry for each way that differs; empty where it does not
// fit. In ascending order.
[[nodiscard]] std::vector<Units> find_footprints(Card const& card, std::span<Wanted const> wanted);

// Those of `footprints` with one more instance beside them.
[[nodiscard]] std::vector<Units> add_footprints(std::span<Units const> footprints, Wanted const& wanted);

}  // namespace slicegate::sizing
