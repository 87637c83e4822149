// SPDX-License-Identifier: Apache-2.0
#include "policy/placement.hpp"
#include "policy/rules/all.hpp"

#include <algorithm>

namespace slicegate::policy {
namespace {

bool is_aimed(Pod const& pod, NodeTerm const& term, Label const& label)
{
    auto const expressions = pod.expressions_of(term);
    return std::any_of(expressions.begin(), expressions.end(), [&](Expression const& each) {
        auto const values = pod.values_of(each);
        return each.key == label.key && each.operator_ == "In" &&
               std::find(values.begin(), values.end(), label.value) != values.end();
    });
}

void check_pool(Pod const& pod, Pool const& pool, Finding& finding)
{
    Label const& label = pool.node_selector.front();
    if (pod.selected(label.key) == label.value)
        finding.violations.push_back(
            {.place = selector_place(label.key), .what = "targets the reserved pool " + pool.name});
    for (std::size_t i = 0; i < pod.node_terms.size(); ++i) {
        if (!is_aimed(pod, pod.node_terms[i], label))
            continue;
        finding.violations.push_back(
            {.place = "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution."
                      "nodeSelectorTerms[" +
                      std::to_string(i) + ']',
             .what = "targets the reserved pool " + pool.name});
        return;
    }
}

}  // namespace

// A reserved pool's cards are for dedicated pods; whoever else aims at it takes a node from them.
//
// Reads:   metadata.labels, spec.nodeSelector, spec.affinity.nodeAffinity
// Denies:  a pod that is not dedicated, with or without a GPU, that names a reserved pool by nodeSelector or
// by a
//          required node affinity term
// Allows:  dedicated pods; preferred affinity; terms that exclude the pool
Finding reserved_pool(Pod const& pod, Policy const& policy)
{
    if (pod.access() == Access::dedicate && pod.is_gpu_pod())
        return {};
    Finding finding;
    for (Pool const& pool : policy.pools) {
        if (pool.reserved != Reservation::none)
            check_pool(pod, pool, finding);
    }
    if (finding.violations.empty())
        return finding;
    finding.why = "the pool is kept for pods that dedicate a card";
    finding.fix = pod.is_gpu_pod() ? "remove the selector, or take the card alone with the label " +
                                         policy.label + ": dedicate"
                                   : "remove the selector: a pod without a GPU does not need the pool";
    return finding;
}

}  // namespace slicegate::policy
