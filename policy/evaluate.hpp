// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/finding.hpp"
#include "policy/pod.hpp"
#include "policy/policy.hpp"
#include "policy/rules.hpp"

#include <span>
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

// Runs every row of the table that the policy has not switched off and that is asked on this occasion, over
// all pods of one object. The judgements with violations, in table order, places from the object's root. A
// DaemonSet's new pod is warned at most.
[[nodiscard]] std::vector<Judgement>
evaluate(std::span<Pod const> pods, Policy const& policy, Occasion occasion);

// What the old object was guilty of already is no more than a warning now, unless it got worse.
void forgive_old(std::vector<Judgement>& judgements, std::vector<Judgement> const& old);

[[nodiscard]] bool is_refused(std::vector<Judgement> const& judgements);

}  // namespace slicegate::policy
