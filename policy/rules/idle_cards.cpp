// SPDX-License-Identifier: Apache-2.0
#include "policy/placement.hpp"
#include "policy/rules/all.hpp"

namespace slicegate::policy {

// Anti-affinity dedicates a node: with several cards in it, all but one idle, unless the pod takes them.
//
// Reads:   metadata.labels, cardsPerNode of the pool
// Warns:   dedicate in a pool with more than one card a node
// Allows:  pools of single-card nodes; pools whose maxPerPod lets one pod take the node's cards
Finding idle_cards(Pod const& pod, Policy const& policy)
{
    if (pod.access() != Access::dedicate || !is_placed_by_label(pod))
        return {};
    Pool const* const pool = pool_of(pod, policy);
    if (pool == nullptr || pool->cards_per_node <= 1 || pool->max_per_pod.value_or(1) >= pool->cards_per_node)
        return {};
    auto const idle = pool->cards_per_node - 1;
    return Finding::of(
        {.place = label_place(policy),
         .what = "dedicates a node of " + std::to_string(pool->cards_per_node) + " cards, of which " +
                 std::to_string(idle) + (idle == 1 ? " idles" : " idle")},
        "no other GPU pod is let onto the node of a dedicated pod",
        "use " + policy.label + ": share, or a pool of single-card nodes");
}

}  // namespace slicegate::policy
