// SPDX-License-Identifier: Apache-2.0
#include "policy/placement.hpp"
#include "policy/rules/all.hpp"
#include "policy/text.hpp"

namespace slicegate::policy {
namespace {

std::string names_of_pools(Policy const& policy, Access access)
{
    std::string names;
    for (Pool const& pool : policy.pools) {
        if (pool.access == access)
            names += (names.empty() ? "" : ", ") + pool.name;
    }
    return names.empty() ? "none is configured" : "there is " + names;
}

Finding unknown_pool(Pod const& pod, Policy const& policy)
{
    auto const access = *pod.access();
    bool const has_pools = find_pool(policy, access, std::nullopt) != nullptr;
    return Finding::of(
        {.place = "metadata.labels[" + std::string(pool_label) + ']',
         .what = quoted(*pod.pool_choice) + " is no pool for " + std::string(word_of(access)) + ": " +
                 names_of_pools(policy, access)},
        "the label chooses among the pools of the pod's access",
        has_pools ? "name one of them, or remove the label to get the first" : "remove the label");
}

}  // namespace

// The user's own selector and the pool's cannot both hold; nothing of the user's is overwritten.
//
// Reads:   spec.nodeSelector, metadata.labels
// Denies:  another value under a key of the pool's selector; slicegate.dev/pool that names no pool of the
// pod's access
// Allows:  the pool's own value; any other key
Finding pool_conflict(Pod const& pod, Policy const& policy)
{
    if (!is_placed_by_label(pod))
        return {};
    Pool const* const pool = pool_of(pod, policy);
    if (pool == nullptr)
        return pod.pool_choice ? unknown_pool(pod, policy) : Finding{};
    Finding finding;
    for (Label const& label : pool->node_selector) {
        auto const has = pod.selected(label.key);
        if (has && *has != label.value)
            finding.violations.push_back(
                {.place = selector_place(label.key),
                 .what = "is " + quoted(*has) + ", but " + std::string(word_of(pool->access)) + " means " +
                         quoted(label.value)});
    }
    if (finding.violations.empty())
        return finding;
    finding.why = "a pod with " + policy.label + ": " + std::string(word_of(pool->access)) +
                  " runs in the pool " + pool->name + "; slicegate does not overwrite your selector";
    finding.fix = "remove the key from nodeSelector, or set " + requirement_of(*pool);
    return finding;
}

}  // namespace slicegate::policy
