// SPDX-License-Identifier: Apache-2.0
#include "policy/placement.hpp"
#include "policy/rules/all.hpp"

#include <algorithm>

namespace slicegate::policy {
namespace {

bool selects(Pod const& pod, Pool const& pool)
{
    auto const& labels = pool.node_selector;
    return std::all_of(labels.begin(), labels.end(), [&](Label const& label) {
        return pod.selected(label.key) == label.value;
    });
}

}  // namespace

// A DaemonSet stands on every node it can: dedicated, it would hold the cards of the pool for good.
//
// Reads:   metadata.labels and spec.nodeSelector of a DaemonSet's template, or of its pod
// Denies:  dedicate on a template that does not itself select the pool
// Warns:   dedicate on one that does, and on a DaemonSet's pod
Finding daemonset_dedicate(Pod const& pod, Policy const& policy)
{
    if (!pod.is_daemon || pod.access() != Access::dedicate)
        return {};
    Pool const* const pool = pool_of(pod, policy);
    bool const is_meant = !pod.is_template() || (pool != nullptr && selects(pod, *pool));
    return Finding::of(
        {.place = label_place(policy),
         .what = is_meant ? "a DaemonSet keeps its dedicated cards for good"
                          : "a DaemonSet would dedicate a card on every node",
         .is_warning = is_meant},
        "a DaemonSet's pods stand on every node they can, and with a system priority they evict dedicated "
        "pods",
        pool == nullptr ? "use a Deployment, or " + policy.label + ": share"
                        : "use a Deployment; if it is meant, add nodeSelector " + requirement_of(*pool));
}

}  // namespace slicegate::policy
