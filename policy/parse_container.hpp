// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/json.hpp"
#include "policy/pod.hpp"

namespace slicegate::policy {

// Decodes one of the pod's three lists of containers.
[[nodiscard]] Result<void> parse_containers(
    json::Place const& place, json::Value& value, Policy const& policy, ContainerKind kind, Pod& pod);

// Of two lists of one kind the last one counts. Done once, when the spec is read: however often a key comes,
// the time is linear.
void drop_replaced_containers(Pod& pod);

}  // namespace slicegate::policy
