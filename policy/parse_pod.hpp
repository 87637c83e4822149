// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/json.hpp"
#include "policy/pod.hpp"

#include <string_view>

namespace slicegate::policy {

// Decodes one field of a pod, or of a pod template: metadata or spec; others are passed over.
[[nodiscard]] Result<void> parse_pod_field(
    std::string_view key, json::Value& value, json::Place const& place, Policy const& policy, Pod& pod);

}  // namespace slicegate::policy
