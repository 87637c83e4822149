// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/policy.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace slicegate::policy {

// The group of Policy::gpus that counts the resource: an exact name first, else the prefix before a '*'.
[[nodiscard]] std::optional<std::size_t> find_gpu_group(Policy const& policy, std::string_view resource);

}  // namespace slicegate::policy
