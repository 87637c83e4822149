// SPDX-License-Identifier: Apache-2.0
#include "policy/evaluate.hpp"

#include <algorithm>
#include <utility>

namespace slicegate::policy {

bool Judgement::is_refusal() const
{
    return std::any_of(finding.violations.begin(), finding.violations.end(), [&](Violation const& each) {
        return action_on(each) == Action::deny;
    });
}

std::vector<Judgement> evaluate(Pod const& pod, Policy const& policy, Occasion occasion)
{
    std::vector<Judgement> judgements;
    auto const table = rules();
    for (std::size_t row = 0; row < table.size(); ++row) {
        Rule const& rule = table[row];
        auto const action = policy.actions[row];
        if (action == Action::off || rule.occasion != occasion)
            continue;
        auto finding = rule.judge(pod, policy);
        if (finding.violations.empty())
            continue;
        bool const is_softened = action == Action::deny && pod.is_daemon && occasion == Occasion::create;
        judgements.push_back({&rule, is_softened ? Action::warn : action, std::move(finding)});
    }
    return judgements;
}

bool is_refused(std::vector<Judgement> const& judgements)
{
    return std::any_of(
        judgements.begin(), judgements.end(), [](Judgement const& each) { return each.is_refusal(); });
}

}  // namespace slicegate::policy
