// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/admit.hpp"
#include "policy/policy.hpp"
#include "policy/review.hpp"
#include "policy/rules.hpp"

#include <optional>
#include <span>

namespace slicegate::policy {

// How the object of a review is judged.
struct Scope {
    Occasion occasion = Occasion::create;
    std::span<TemplatePath const> templates;  // empty for a pod
};

// As far as the envelope tells. nullopt: not judged, and so allowed untouched.
[[nodiscard]] std::optional<Scope> find_scope(Review const& review, Stage stage, Policy const& policy);

}  // namespace slicegate::policy
