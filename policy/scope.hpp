// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/admit.hpp"
#include "policy/policy.hpp"
#include "policy/review.hpp"

namespace slicegate::policy {

// Whether the rules are asked at all, as far as the envelope tells. What is not judged is allowed untouched.
[[nodiscard]] bool is_judged(Review const& review, Stage stage, Policy const& policy);

}  // namespace slicegate::policy
