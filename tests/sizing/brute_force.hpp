// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/cards.hpp"

#include <set>
#include <string_view>
#include <vector>

// The same questions, answered by trying everything, with nothing of sizing/ in it.
namespace slicegate::sizing::test {

// How many of each profile of the card, in the order of the card's profiles.
using Multiset = std::vector<unsigned>;

// Every set of profiles that fits the card.
[[nodiscard]] std::set<Multiset> find_all_sets(policy::Card const& card);

// Every multiset of the card's profiles with at most `size` members.
[[nodiscard]] std::vector<Multiset> list_multisets(policy::Card const& card, unsigned size);

// The fewest cards that `needs` take.
[[nodiscard]] unsigned count_cards(std::set<Multiset> const& sets, Multiset const& needs);

// The most of so many cards that can be cut as one of `standard` says, where together they cover `needs`.
[[nodiscard]] unsigned count_standard(
    std::set<Multiset> const& sets, std::vector<Multiset> const& standard, Multiset const& needs,
    unsigned cards);

// The cards that can be cut, each table of profiles once.
[[nodiscard]] std::vector<policy::Card const*> list_mig_cards();

[[nodiscard]] policy::Card const& card_of(std::string_view key);

}  // namespace slicegate::sizing::test
