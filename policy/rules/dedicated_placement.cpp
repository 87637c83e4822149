// SPDX-License-Identifier: Apache-2.0
#include "policy/placement.hpp"
#include "policy/rules/all.hpp"
#include "policy/text.hpp"

#include <algorithm>

namespace slicegate::policy {
namespace {

// A different value under the pool's key is pool-conflict's to tell, unless that rule lets it pass.
void check_selector(Pod const& pod, Policy const& policy, Pool const& pool, Finding& finding)
{
    bool const is_told = action_of(policy, "pool-conflict") == Action::deny;
    for (Label const& label : pool.node_selector) {
        auto const has = pod.selected(label.key);
        if (!has)
            finding.violations.push_back(
                {.place = selector_place(label.key),
                 .what = "is missing, the pool " + pool.name + " needs " + quoted(label.value)});
        else if (*has != label.value && !is_told)
            finding.violations.push_back(
                {.place = selector_place(label.key),
                 .what = "is " + quoted(*has) + ", the pool " + pool.name + " needs " + quoted(label.value)});
    }
}

// Whether the pod's own words are against the pool, rather than the pool's words missing.
bool is_excluded(Pod const& pod, Pool const& pool)
{
    return !can_land_in(pod, pool) ||
           std::any_of(pool.node_selector.begin(), pool.node_selector.end(), [&](Label const& label) {
               return pod.selected(label.key).value_or(label.value) != label.value;
           });
}

}  // namespace

// A dedicated pod has its card alone only while the anti-affinity term and the pool's selector stand.
//
// Reads:   spec.affinity, spec.nodeSelector
// Denies:  a dedicated pod without the term, without the pool's selector, or whose required node affinity
// excludes
//          the pool in every one of its OR'd terms
// Allows:  shared pods; any affinity that leaves the pool reachable; pods placed by a DaemonSet
Finding dedicated_placement(Pod const& pod, Policy const& policy)
{
    if (!is_placed_by_label(pod) || pod.access() != Access::dedicate)
        return {};
    Finding finding;
    if (!pod.has_placement_term)
        finding.violations.push_back(
            {.place = "spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution",
             .what = "has no term against all pods with the label " + policy.label +
                     ", in all namespaces, by hostname"});
    Pool const* const pool = pool_of(pod, policy);
    if (pool != nullptr)
        check_selector(pod, policy, *pool, finding);
    if (pool != nullptr && !can_land_in(pod, *pool))
        finding.violations.push_back(
            {.place = "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution."
                      "nodeSelectorTerms",
             .what = "no term lets the pod onto nodes of the pool " + pool->name});
    if (finding.violations.empty())
        return finding;
    finding.why =
        "a dedicated pod is alone on its card only in its pool, with the anti-affinity term in place";
    finding.fix = pool != nullptr && is_excluded(pod, *pool)
                      ? "drop what excludes " + requirement_of(*pool) + " from nodeSelector and node affinity"
                      : "leave the placement to slicegate, which adds it on CREATE; a later webhook may have "
                        "removed it";
    return finding;
}

}  // namespace slicegate::policy
