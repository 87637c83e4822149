// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/policy.hpp"

#include <cstddef>

namespace slicegate::fuzz {

// Policies that reach different rules. An input's length picks one, so that a file is an input and nothing else;
// 0 the compiled-in one.
[[nodiscard]] policy::Policy const& pick_policy(std::size_t size);

}  // namespace slicegate::fuzz
