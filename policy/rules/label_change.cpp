// SPDX-License-Identifier: Apache-2.0
#include "policy/rules/all.hpp"
#include "policy/text.hpp"

namespace slicegate::policy {
namespace {

// Once the grace period is over the containers are gone, and only finalizers hold the object.
bool has_ended(Pod const& pod)
{
    return pod.is_being_deleted && pod.deletion_grace_seconds.value_or(0) == 0;
}

std::string change_of(Pod const& pod)
{
    auto const& before = pod.old->label;
    if (!before)
        return pod.access() == Access::dedicate ? "dedicate is added to a pod that runs without it" : "";
    if (!pod.label)
        return "the label is removed, it was " + quoted(*before);
    return *before == *pod.label ? "" : "changes from " + quoted(*before) + " to " + quoted(*pod.label);
}

}  // namespace

// The label is the mark by which pods repel each other: changed on a running pod, it lets a second one in.
//
// Reads:   metadata.labels of both objects, metadata.deletionTimestamp and deletionGracePeriodSeconds
// Denies:  an UPDATE that changes or removes the label, or adds dedicate where there was none
// Allows:  adding share, which adopts a pod older than slicegate; pods whose grace period is over
Finding label_change(Pod const& pod, Policy const& policy)
{
    if (pod.old == nullptr || has_ended(pod))
        return {};
    auto change = change_of(pod);
    if (change.empty())
        return {};
    return Finding::of(
        {.place = label_place(policy), .what = std::move(change)},
        "the pod was placed by this label, and placement does not follow a change",
        "change the label in the pod template and let the pod be made anew");
}

}  // namespace slicegate::policy
