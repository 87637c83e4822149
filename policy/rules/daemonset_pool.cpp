// SPDX-License-Identifier: Apache-2.0
#include "policy/placement.hpp"
#include "policy/rules/all.hpp"

namespace slicegate::policy {
namespace {

bool can_land(Pod const& pod, Pool const& pool)
{
    Label const& label = pool.node_selector.front();
    auto const has = pod.selected(label.key);
    return (!has || *has == label.value) && can_land_in(pod, pool);
}

}  // namespace

// A DaemonSet's GPU pods on reserved nodes keep every dedicated pod out: their label repels it.
//
// Reads:   requests and limits, spec.nodeSelector and spec.affinity of a DaemonSet's template
// Denies:  a template that asks for a GPU and could land in a reserved pool
// Allows:  templates that name another pool or exclude the reserved one; dedicate (daemonset-dedicate judges
// it)
Finding daemonset_pool(Pod const& pod, Policy const& policy)
{
    if (!pod.is_daemon || !pod.is_template() || !pod.is_gpu_pod() || pod.access() == Access::dedicate)
        return {};
    Finding finding;
    for (Pool const& pool : policy.pools) {
        if (pool.reserved == Reservation::none || !can_land(pod, pool))
            continue;
        Label const& label = pool.node_selector.front();
        finding.violations.push_back(
            {.place = "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution",
             .what = "lets the DaemonSet onto nodes of the reserved pool " + pool.name});
        finding.fix += (finding.fix.empty() ? "add to matchExpressions of each term: " : ", ") +
                       std::string("{key: ") + label.key + ", operator: NotIn, values: [" + label.value +
                       "]}";
    }
    if (!finding.violations.empty())
        finding.why = "its pods would take the cards of every node in the pool and keep dedicated pods out";
    return finding;
}

}  // namespace slicegate::policy
