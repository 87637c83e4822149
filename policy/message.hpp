// SPDX-License-Identifier: Apache-2.0
// The words that people read in kubectl.
#pragma once

#include "policy/evaluate.hpp"
#include "policy/review.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace slicegate::policy {

// "pod team-a/trainer"; by its own name where the review tells none.
[[nodiscard]] std::string name_object(Review const& review, std::string_view own_name);

// Every violation that refuses, in table order, each rule with its why and fix; then the policy's help.
[[nodiscard]] std::string
render_refusal(std::string_view object, std::vector<Judgement> const& judgements, std::string_view help);

// An object that cannot be read.
[[nodiscard]] std::string
render_unreadable(std::string_view object, std::string_view reason, std::string_view help);

// One line of at most 120 characters, which is what the API server passes on whole.
[[nodiscard]] std::string
render_warning(std::string_view id, Violation const& violation, std::string_view fix);

}  // namespace slicegate::policy
