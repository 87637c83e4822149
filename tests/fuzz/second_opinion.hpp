// SPDX-License-Identifier: Apache-2.0
// What policy/ does by streams, views and flat lists, done once more over a DOM, simply: the words of Kubernetes'
// own rules, without a thought for speed.
#pragma once

#include "policy/policy.hpp"

#include <boost/multiprecision/cpp_int.hpp>
#include <nlohmann/json.hpp>

#include <cstddef>
#include <optional>

namespace slicegate::fuzz {

// Whether a document is an AdmissionReview of which every field that is read has its type.
[[nodiscard]] bool is_review(nlohmann::json const& document);

// The slices of one group that a pod asks for, as the scheduler counts; past int64 where it is too many to say.
[[nodiscard]] boost::multiprecision::cpp_int
count_slices(nlohmann::json const& pod, policy::Policy const& policy, std::size_t group);

// The document after a JSON Patch of "add" operations, under strict RFC 6902; nothing where one does not apply.
[[nodiscard]] std::optional<nlohmann::json> apply_patch(nlohmann::json document, nlohmann::json const& patch);

}  // namespace slicegate::fuzz
