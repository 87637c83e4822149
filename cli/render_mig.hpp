// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sizing/plan.hpp"

#include <span>
#include <string>
#include <vector>

// What `slicegate mig` prints for people.
namespace slicegate::cli {

// A line for each card.
[[nodiscard]] std::string render_cards(std::span<sizing::Card const* const> cards);

// A card's profiles.
[[nodiscard]] std::string render_profiles(sizing::Card const& card);

[[nodiscard]] std::string render_placement(
    sizing::Card const& card, std::span<sizing::Wanted const> wanted, sizing::Placement const& placement);

// What can still be added beside a placement that is not refused.
[[nodiscard]] std::string render_rooms(
    sizing::Card const& card, sizing::Placement const& placement, std::span<sizing::Room const> rooms);

[[nodiscard]] std::string
render_plan(sizing::Card const& card, std::span<sizing::ProfileCount const> needs, sizing::Plan const& plan);

[[nodiscard]] std::string render_layouts(std::span<sizing::Card const* const> cards);

// The instances as they stand over the memory units, in two lines.
[[nodiscard]] std::string draw_card(sizing::Card const& card, std::span<sizing::Instance const> instances);

// "2 x 1g.10gb, 1 x 3g.40gb".
[[nodiscard]] std::string render_counts(std::span<sizing::ProfileCount const> counts);

}  // namespace slicegate::cli
