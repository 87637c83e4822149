// SPDX-License-Identifier: Apache-2.0
#include "policy/nearest.hpp"
#include "policy/rules/all.hpp"
#include "policy/text.hpp"

#include <array>

namespace slicegate::policy {
namespace {

constexpr std::array<std::string_view, 2> words = {"share", "dedicate"};

}  // namespace

// The label has two words; anything else would be taken for neither position.
//
// Reads:   metadata.labels
// Denies:  a value that is neither share nor dedicate, with the nearest of them named
// Allows:  no label at all
Finding access_label(Pod const& pod, Policy const& policy)
{
    if (!pod.label || pod.access())
        return {};
    auto what = quoted(*pod.label) + " is neither share nor dedicate";
    auto const meant = nearest(*pod.label, words);
    if (!meant.empty())
        what += ", did you mean " + std::string(meant) + '?';
    return Finding::of(
        {.place = label_place(policy), .what = std::move(what)},
        "share says that the pod's memory fits beside its neighbours'; dedicate gives it the card alone",
        "set " + policy.label + ": " + (meant.empty() ? "share or dedicate" : std::string(meant)));
}

}  // namespace slicegate::policy
