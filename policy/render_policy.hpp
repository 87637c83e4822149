// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/policy.hpp"

#include <string>

namespace slicegate::policy {

// The policy file that parse_policy reads as this very policy, every field written out.
[[nodiscard]] std::string render_policy(Policy const& policy);

}  // namespace slicegate::policy
