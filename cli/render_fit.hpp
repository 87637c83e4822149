// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sizing/fit.hpp"

#include <string>
#include <vector>

// What `slicegate fit` prints.
namespace slicegate::cli {

struct CardFits {
    sizing::Card const* card = nullptr;
    std::vector<sizing::Fit> fits;
};

struct FitReport {
    sizing::Model model;
    sizing::Load load;
    sizing::Need need;
    std::vector<CardFits> cards;
};

// "card", "1g.10gb", "1/4".
[[nodiscard]] std::string name_of(sizing::Fit const& fit);

// For people: everything about the first card.
[[nodiscard]] std::string render_fit(FitReport const& report);

// For people: a line for each card.
[[nodiscard]] std::string render_fit_of_cards(FitReport const& report);

// One object, memory in GiB.
[[nodiscard]] std::string render_fit_as_json(FitReport const& report);

}  // namespace slicegate::cli
