// SPDX-License-Identifier: Apache-2.0
#include "policy/rules/all.hpp"

namespace slicegate::policy {

// A term against the access label keeps every GPU pod off the node: that is a card of one's own without the
// label that pays for it, and without the pool.
//
// Reads:   metadata.labels, spec.affinity.podAntiAffinity
// Denies:  a pod that is not dedicated, with or without a GPU, with a required term that selects by the
// access label
// Allows:  dedicated pods; preferred terms; terms about other labels
Finding repels_others(Pod const& pod, Policy const& policy)
{
    if (!pod.repels_by_label || (pod.access() == Access::dedicate && pod.is_gpu_pod()))
        return {};
    return Finding::of(
        {.place = "spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution",
         .what = "a term keeps off pods by the label " + policy.label},
        "it would keep every GPU pod off this pod's node",
        pod.is_gpu_pod()
            ? "remove the term; to have the card alone, add the label " + policy.label + ": dedicate"
            : "remove the term");
}

}  // namespace slicegate::policy
