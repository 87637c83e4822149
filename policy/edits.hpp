// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/pod.hpp"
#include "policy/policy.hpp"

#include <optional>

namespace slicegate::policy {

// What a pod lacks to stand where its label says. Additions only: nothing of the user's is changed or
// removed.
struct Edits {
    std::optional<Access> label;  // the default word, where there is no label
    Pool const* pool = nullptr;   // the pool whose nodeSelector entries are not all named yet
    bool adds_term = false;       // the required podAntiAffinity term
    bool keeps_off = false;       // NotIn terms that keep a shared pod off the reserved pools

    [[nodiscard]] bool is_empty() const { return !label && pool == nullptr && !adds_term && !keeps_off; }
};

[[nodiscard]] Edits plan_edits(Pod const& pod, Policy const& policy);

// Turns the pod into what the patch will make of it.
void apply_edits(Edits const& edits, Pod& pod);

}  // namespace slicegate::policy
