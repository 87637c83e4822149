// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/json.hpp"
#include "policy/pod.hpp"

namespace slicegate::policy {

// Decodes spec.affinity: the required node affinity, and whether our placement term stands in the required
// podAntiAffinity. What is preferred only is passed over.
[[nodiscard]] Result<void>
parse_affinity(json::Place const& place, json::Value& value, Policy const& policy, Pod& pod);

}  // namespace slicegate::policy
