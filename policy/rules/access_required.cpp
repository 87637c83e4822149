// SPDX-License-Identifier: Apache-2.0
#include "policy/rules/all.hpp"

namespace slicegate::policy {

// Dedicated pods are repelled by the label alone, so that no GPU pod may be without it.
//
// Reads:   metadata.labels, requests and limits of all containers
// Denies:  a GPU pod on CREATE that has no label once all mutation is done
// Allows:  pods without a GPU; pods that are older than slicegate
Finding access_required(Pod const& pod, Policy const& policy)
{
    if (pod.label || !pod.is_gpu_pod())
        return {};
    auto const fix = "add the label " + policy.label + ": share or " + policy.label + ": dedicate";
    if (policy.unlabelled == Unlabelled::deny)
        return Finding::of(
            {.place = label_place(policy),
             .what = "a GPU pod must say how it takes the card, and this one does not"},
            "this cluster has no default: share means beside others, dedicate means the card alone", fix);
    return Finding::of(
        {.place = label_place(policy),
         .what = "is missing: the mutating webhook did not see this pod, or its label was removed"},
        "without the label, dedicated pods would not keep off this pod's card",
        fix + "; tell the platform team that mutate.slicegate.dev was not called");
}

}  // namespace slicegate::policy
