// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/json.hpp"
#include "policy/pod.hpp"

namespace slicegate::policy {

// Decodes metadata: names, the labels and annotations that rules read, who owns the object, whether it is
// going.
[[nodiscard]] Result<void>
parse_metadata(json::Place const& place, json::Value& value, Policy const& policy, Pod& pod);

}  // namespace slicegate::policy
