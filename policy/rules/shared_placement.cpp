// SPDX-License-Identifier: Apache-2.0
#include "policy/placement.hpp"
#include "policy/rules/all.hpp"

#include <algorithm>

namespace slicegate::policy {
namespace {

void check_pool(Pod const& pod, Policy const& policy, Pool const& pool, Finding& finding)
{
    bool const is_told = action_of(policy, "pool-conflict") == Action::deny;
    for (Label const& label : pool.node_selector) {
        auto const has = pod.selected(label.key);
        if (!has || (*has != label.value && !is_told))
            finding.violations.push_back(
                {.place = selector_place(label.key), .what = "does not select the pool " + pool.name});
    }
}

bool keeps_off(Pod const& pod, Label const& label)
{
    return !pod.node_terms.empty() &&
           std::none_of(pod.node_terms.begin(), pod.node_terms.end(), [&](NodeTerm const& term) {
               return can_match(pod, term, label);
           });
}

void check_keep_off(Pod const& pod, Policy const& policy, Finding& finding)
{
    for (Pool const& pool : policy.pools) {
        if (!pod.is_kept_off && needs_keep_off(pod, policy, pool) &&
            !keeps_off(pod, pool.node_selector.front()))
            finding.violations.push_back(
                {.place = "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution."
                          "nodeSelectorTerms",
                 .what = "does not keep the pod off the reserved pool " + pool.name});
    }
}

}  // namespace

// A shared pod on a reserved node would cost the dedicated pod that comes next its card.
//
// Reads:   spec.nodeSelector, spec.affinity.nodeAffinity
// Denies:  a shared pod on CREATE whose pool selector is missing, or that no node affinity keeps off a
// reserved pool
// Allows:  dedicated pods; clusters without pools; pods placed by a DaemonSet
Finding shared_placement(Pod const& pod, Policy const& policy)
{
    if (!is_placed_by_label(pod) || pod.access() != Access::share)
        return {};
    Finding finding;
    if (Pool const* const pool = pool_of(pod, policy))
        check_pool(pod, policy, *pool, finding);
    else
        check_keep_off(pod, policy, finding);
    if (finding.violations.empty())
        return finding;
    finding.why = "a shared pod must stay where shared cards are: on a reserved node it takes a card from a "
                  "dedicated pod";
    finding.fix =
        "leave the placement to slicegate, which adds it on CREATE; a later webhook may have removed it";
    return finding;
}

}  // namespace slicegate::policy
