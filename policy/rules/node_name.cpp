// SPDX-License-Identifier: Apache-2.0
#include "policy/rules/all.hpp"
#include "policy/text.hpp"

namespace slicegate::policy {

// Whoever names the node bypasses the scheduler, and with it all that keeps a dedicated card alone.
//
// Reads:   spec.nodeName
// Denies:  a GPU pod on CREATE that names its node
// Allows:  pods without a GPU
Finding node_name(Pod const& pod, Policy const&)
{
    if (pod.node_name.empty() || !pod.is_gpu_pod())
        return {};
    return Finding::of(
        {.place = "spec.nodeName", .what = "names the node " + shown(pod.node_name)},
        "a pod that names its node bypasses the scheduler, which alone keeps dedicated cards free",
        "remove nodeName; to choose a node, use nodeSelector with kubernetes.io/hostname");
}

}  // namespace slicegate::policy
