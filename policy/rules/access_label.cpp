// SPDX-License-Identifier: Apache-2.0
#include "policy/nearest.hpp"
#include "policy/rules/all.hpp"
#include "policy/text.hpp"

#include <array>

namespace slicegate::policy {
namespace {

constexpr std::array<std::string_view, 2> words = {"share", "dedicate"};

Finding unknown_word(Pod const& pod, Policy const& policy)
{
    auto what = quoted(*pod.label) + " is neither share nor dedicate";
    auto const meant = nearest(*pod.label, words);
    if (!meant.empty())
        what += ", did you mean " + std::string(meant) + '?';
    return Finding::of(
        {.place = label_place(policy), .what = std::move(what)},
        "share says that the pod's memory fits beside its neighbours'; dedicate gives it the card alone",
        "set " + policy.label + ": " + (meant.empty() ? "share or dedicate" : std::string(meant)));
}

// Where the label was put, and does nothing.
Finding misplaced(std::string place, std::string_view word, bool is_of_workload, Policy const& policy)
{
    return Finding::of(
        {.place = std::move(place),
         .what = quoted(word) + " does nothing here",
         .is_warning = true,
         .is_of_workload = is_of_workload},
        "the scheduler and slicegate read the label of the pod alone",
        "put the label " + policy.label + " on the pod (template)");
}

}  // namespace

// The label has two words and one place; another word or place would be taken for neither position.
//
// Reads:   metadata.labels and annotations of the pod or template, metadata.labels of its workload
// Denies:  a value that is neither share nor dedicate, with the nearest of them named
// Warns:   the label on a workload but not on its template; an annotation of that key that says otherwise
// Allows:  no label at all
Finding access_label(Pod const& pod, Policy const& policy)
{
    if (pod.label && !pod.access())
        return unknown_word(pod, policy);
    if (!pod.is_gpu_pod())
        return {};
    if (pod.is_template() && pod.workload->label && (!pod.label || pod.has_default_label))
        return misplaced(label_place(policy), *pod.workload->label, true, policy);
    if (pod.label_annotation && pod.label_annotation != pod.label)
        return misplaced("metadata.annotations[" + policy.label + ']', *pod.label_annotation, false, policy);
    return {};
}

}  // namespace slicegate::policy
