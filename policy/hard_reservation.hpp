// SPDX-License-Identifier: Apache-2.0
// `reserved: hard` without a webhook call: what a MutatingAdmissionPolicy evaluates inside the API server, so that no
// pod without GPUs waits for slicegate.
#pragma once

#include "policy/policy.hpp"
#include "policy/registration.hpp"

#include <string>
#include <vector>

namespace slicegate::policy {

struct HardReservation {
    std::vector<MatchCondition> conditions;
    // CEL expressions that each make a JSON Patch; the API server applies one after the other.
    std::vector<std::string> mutations;
};

// Whether some pool is reserved hard.
[[nodiscard]] bool has_hard_reservation(Policy const& policy);

// Puts `key NotIn [value]` for each such pool into every one of the OR'd node selector terms of a pod that cannot be
// about GPUs; the others are sent to the mutating webhook, which does the same. Pods of DaemonSets, of exempt
// namespaces and of exempt users stay as they are.
[[nodiscard]] HardReservation make_hard_reservation(Policy const& policy);

// The pod is not made by a DaemonSet, whose controller has chosen the node.
[[nodiscard]] MatchCondition is_no_daemons();

// The condition under which the webhook has something to add in its stead.
[[nodiscard]] std::string lacks_hard_keep_off(Policy const& policy);

}  // namespace slicegate::policy
