// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/pod.hpp"

#include <optional>
#include <string_view>

namespace slicegate::policy {

// The profile that a resource names, if it is a MIG instance's and some are asked for:
// nvidia.com/mig-1g.5gb.shared is a replica of 1g.5gb.
[[nodiscard]] std::optional<std::string_view> mig_profile_of(GpuRequest const& gpu);

}  // namespace slicegate::policy
