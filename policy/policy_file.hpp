// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/error.hpp"
#include "policy/policy.hpp"

#include <string_view>

namespace slicegate::policy {

// Reads a GpuPolicy (YAML, one document). Fields that are left out keep their defaults.
// Error: Errc::bad_policy, "line N: spec.path[0].field: what is wrong; the nearest right word".
[[nodiscard]] Result<Policy> parse_policy(std::string_view yaml);

}  // namespace slicegate::policy
