// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/finding.hpp"
#include "policy/pod.hpp"
#include "policy/policy.hpp"
#include "policy/rules.hpp"

#include <vector>

namespace slicegate::policy {

// What one rule found, and what the policy makes of it.
struct Judgement {
    Rule const* rule = nullptr;
    Action action = Action::deny;
    Finding finding;

    // The rule's action, but for what is never more than a warning.
    [[nodiscard]] Action action_on(Violation const& violation) const
    {
        return violation.is_warning && action == Action::deny ? Action::warn : action;
    }
    [[nodiscard]] bool is_refusal() const;
};

// Runs every row of the table that the policy has not switched off and that is asked on this occasion.
// The judgements with violations, in table order. A new pod of a DaemonSet is warned at most; an update is
// not softened, for owner references can be changed in the same breath.
[[nodiscard]] std::vector<Judgement> evaluate(Pod const& pod, Policy const& policy, Occasion occasion);

[[nodiscard]] bool is_refused(std::vector<Judgement> const& judgements);

}  // namespace slicegate::policy
