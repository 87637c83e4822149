// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/mig_config.hpp"
#include "sizing/plan.hpp"

#include <span>
#include <string>

// What `slicegate mig -o json` prints: one object each, memory in MiB.
namespace slicegate::cli {

[[nodiscard]] std::string render_profiles_as_json(std::span<sizing::Card const* const> cards);
[[nodiscard]] std::string render_placement_as_json(
    sizing::Card const& card, std::span<sizing::Wanted const> wanted, sizing::Placement const& placement);
[[nodiscard]] std::string render_rooms_as_json(
    sizing::Card const& card, sizing::Placement const& placement, std::span<sizing::Room const> rooms);
[[nodiscard]] std::string render_plan_as_json(sizing::Card const& card, sizing::Plan const& plan);
[[nodiscard]] std::string render_layouts_as_json(std::span<sizing::Card const* const> cards);
[[nodiscard]] std::string render_config_as_json(MigConfig const& config);

}  // namespace slicegate::cli
