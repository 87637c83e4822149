// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/evaluate.hpp"
#include "policy/policy.hpp"
#include "policy/review.hpp"
#include "policy/subjects.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace slicegate::policy {

// Writes the AdmissionReview that answers `review`, in its version and with its uid (k8s.io/api
// admission/v1). What is neither judged nor wrong: allowed, nothing said.
void render_pass(std::string& out, Review const& review);

// A judged object. `patch` is a JSON Patch or empty; a refusal carries none.
void render_verdict(
    std::string& out, Review const& review, Subjects const& subjects,
    std::vector<Judgement> const& judgements, std::string_view patch, Policy const& policy);

// An object of a shape that cannot be judged: refused, with the reason.
void render_bad_object(
    std::string& out, Review const& review, Subjects const& subjects, std::string_view reason,
    Policy const& policy);

}  // namespace slicegate::policy
