// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/error.hpp"
#include "policy/policy.hpp"

#include <cstddef>
#include <string_view>

namespace slicegate::policy {

// yaml-cpp takes up to about 240 bytes of memory for each byte of hostile input: this keeps it to some 60
// MiB. A policy of a thousand pools is smaller.
inline constexpr std::size_t max_policy_bytes = std::size_t{256} * 1024;

// Reads a GpuPolicy (YAML, one document). Fields that are left out keep their defaults.
// Error: Errc::bad_policy, "line N: spec.path[0].field: what is wrong; did you mean X?", at most ten of them,
// one a line.
[[nodiscard]] Result<Policy> parse_policy(std::string_view yaml);

}  // namespace slicegate::policy
