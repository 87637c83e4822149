// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sizing/packer.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace slicegate::sizing {

// How many of each of some profiles, in the profiles' order.
using Counts = std::vector<unsigned>;

// Every set of these profiles that fits a card and to which none of them can be added.
[[nodiscard]] std::vector<Counts>
find_patterns(Card const& card, std::span<MigProfile const* const> profiles);

// Weights of instances such that no card holds more than `capacity` of them together. A set that weighs w takes
// at least w / capacity cards, however it is cut.
struct Weights {
    std::vector<std::uint64_t> of;  // in the profiles' order
    std::uint64_t capacity = 1;
};

// The weights that prove most for these needs: the dual solution of the linear programme, in whole numbers. The
// solution is searched with floating point; the capacity is then counted from the patterns, so that what the
// weights prove does not rest on rounding.
[[nodiscard]] Weights find_weights(std::span<Counts const> patterns, Counts const& needs);

[[nodiscard]] std::uint64_t weigh(Weights const& weights, Counts const& counts);

// How many cards of each pattern the cheapest plan takes that may use fractions of a card, rounded down. Nothing is
// proven by these: they are where a search for a plan begins.
[[nodiscard]] std::vector<unsigned>
find_whole_uses(std::span<Counts const> patterns, std::span<double const> prices, Counts const& needs);

// The fewest cards that the weights allow.
[[nodiscard]] unsigned count_at_least(Weights const& weights, Counts const& needs);

}  // namespace slicegate::sizing
