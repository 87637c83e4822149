// SPDX-License-Identifier: Apache-2.0
#include "policy/rules/all.hpp"

#include <string_view>

namespace slicegate::policy {
namespace {

// The first exact name; a prefix is nothing that a user could write.
std::string how_to_ask(Policy const& policy)
{
    for (GpuGroup const& group : policy.gpus) {
        for (std::string_view const name : group.resources) {
            if (!name.ends_with('*'))
                return "ask for a GPU with limits: " + std::string(name) + ": 1";
        }
    }
    return "ask in limits for one of " + policy.gpus.front().resources.front();
}

}  // namespace

// The label on a pod without a GPU would repel dedicated pods, or hold a node, for nothing.
//
// Reads:   metadata.labels, requests and limits of all containers, spec.resourceClaims
// Denies:  share or dedicate on a pod that asks for none of the policy's GPU resources
// Allows:  the label beside any GPU request
Finding label_needs_gpu(Pod const& pod, Policy const& policy)
{
    if (!pod.access() || pod.is_gpu_pod())
        return {};
    std::string what = std::string(word_of(*pod.access())) + " on a pod that asks for no GPU";
    if (pod.has_claims)
        what += " by its resources (devices of resource claims are not judged)";
    return Finding::of(
        {.place = label_place(policy), .what = std::move(what)},
        "the label keeps dedicated GPU pods off this pod's node; without a GPU it would do so for nothing",
        "remove the label, or " + how_to_ask(policy));
}

}  // namespace slicegate::policy
