// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/json.hpp"
#include "policy/pod.hpp"

namespace slicegate::policy {

// Decodes one of the pod's three lists of containers.
[[nodiscard]] Result<void> parse_containers(
    json::Place const& place, json::Value& value, Policy const& policy, ContainerKind kind, Pod& pod);

}  // namespace slicegate::policy
