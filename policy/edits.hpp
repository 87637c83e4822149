// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/pod.hpp"
#include "policy/policy.hpp"

#include <cstdint>
#include <optional>

namespace slicegate::policy {

// What a pod lacks to stand where its label says. Additions only: nothing of the user's is changed or
// removed.
struct Edits {
    std::optional<Access> label;  // the default word, where there is no label
    Pool const* pool = nullptr;   // the pool whose nodeSelector entries are not all named yet
    bool adds_term = false;       // the required podAntiAffinity term
    bool keeps_off = false;       // NotIn terms that keep a shared pod off the reserved pools
    bool hides_gpus = false;      // the policy's hideGpus, for the containers that needs_hiding() names

    std::optional<std::int64_t> memory_mib;  // of the policy's memoryResource, for memory_container()

    [[nodiscard]] bool is_empty() const
    {
        return !label && pool == nullptr && !adds_term && !keeps_off && !hides_gpus && !memory_mib;
    }
};

// The container that asks for the card's memory on behalf of the pod: the first that asks for a GPU, those
// that stay before those that only initialise. nullptr where none does.
[[nodiscard]] Container const* memory_container(Pod const& pod);

[[nodiscard]] Edits plan_edits(Pod const& pod, Policy const& policy);

// Turns the pod into what the patch will make of it.
void apply_edits(Edits const& edits, Pod& pod);

}  // namespace slicegate::policy
