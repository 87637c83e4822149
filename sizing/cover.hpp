// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sizing/patterns.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace slicegate::sizing {

// What cards may be cut into.
struct Cuts {
    std::vector<Counts> patterns;  // any way: find_patterns()
    std::vector<Counts> standard;  // by layouts that have a name
    Weights weights;               // of the whole of the needs
};

enum class Outcome { found, impossible, unknown };

struct Covering {
    Outcome outcome = Outcome::unknown;  // unknown: the search was given up
    std::vector<std::size_t> standard;   // which of the standard cuts, a card each
    std::vector<Counts> others;          // the other cards: what they are needed for, not more
};

// How many steps searches may take together.
using Steps = unsigned;

// Covers needs with at most `cards` cards, at least `standard` of them cut in a standard way. Exact: the search
// goes by depth, remembers what has failed, and is given up where `steps` come to nothing.
[[nodiscard]] Covering
find_covering(Cuts const& cuts, Counts const& needs, unsigned cards, unsigned standard, Steps& steps);

// A plan with few cards, of which none is standard: the whole cards of the fractional plan, and the best search
// for what they leave. Found quickly; whether it has the fewest cards is for the weights to say.
[[nodiscard]] std::vector<Counts> find_good_covering(Cuts const& cuts, Counts needs, Steps& steps);

}  // namespace slicegate::sizing
