// SPDX-License-Identifier: Apache-2.0
// What the page asks, in JSON. What cannot be answered is a 422 with what is wrong, for the one who typed it; a field
// that is missing or of the wrong type throws nlohmann's exception.
#pragma once

#include "ui/answers.hpp"

#include <nlohmann/json.hpp>

#include <string_view>

namespace slicegate::ui {

using nlohmann::ordered_json;

[[nodiscard]] Answer say(ordered_json const& value);
[[nodiscard]] Answer refuse(Error const& error);

// Cards, models, types and limits that forms offer.
[[nodiscard]] ordered_json show_catalogue(policy::Policy const& policy);

// A manifest: what `slicegate check -o json` says, and what `slicegate mutate --diff` prints.
[[nodiscard]] Answer show_verdict(policy::Policy const& policy, std::string_view manifest);

// {"gpu", "profiles": [...]}: where they stand, what else has room, and what nodes advertise.
[[nodiscard]] Answer show_placement(ordered_json const& asked);
[[nodiscard]] Answer show_layouts(ordered_json const& asked);

// {"model", "gpu", "dtype", "kvDtype", "context", "sequences", "utilization"}
[[nodiscard]] Answer show_fit(ordered_json const& asked);

// {"cards", "replicas", "renames", "failsRequestsGreaterThanOne", "mps"}
[[nodiscard]] Answer show_tickets(ordered_json const& asked);

// {"gpu", "tenants": [{"duty", "width", "memoryGiB"}]}
[[nodiscard]] Answer show_modes(ordered_json const& asked);

}  // namespace slicegate::ui
