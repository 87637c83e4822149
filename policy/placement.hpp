// SPDX-License-Identifier: Apache-2.0
// Where a pod of each access belongs, and what its own words say about that.
#pragma once

#include "policy/pod.hpp"
#include "policy/policy.hpp"

#include <optional>
#include <string_view>

namespace slicegate::policy {

// The pool of this access that the pod's label slicegate.dev/pool names, or the first one where it names
// none. nullptr: there is no such pool.
[[nodiscard]] Pool const*
find_pool(Policy const& policy, Access access, std::optional<std::string_view> choice);

// The pool that the pod's label and choice lead to; nullptr without a known label word.
[[nodiscard]] Pool const* pool_of(Pod const& pod, Policy const& policy);

// Whether its own placement is what the promise needs: a GPU pod with a label word, not chosen by a
// DaemonSet's controller.
[[nodiscard]] bool is_placed_by_label(Pod const& pod);

// Whether a node with the label could match the term, as far as its requirements on that key tell.
[[nodiscard]] bool can_match(Pod const& pod, NodeTerm const& term, Label const& label);

// Whether some node with all the pool's labels passes the required node affinity; true where there is none.
[[nodiscard]] bool can_land_in(Pod const& pod, Pool const& pool);

// Whether a term holds exactly {key, NotIn, [value]}.
[[nodiscard]] bool has_keep_off(Pod const& pod, NodeTerm const& term, Label const& label);

// Whether node affinity must keep the pod off this pool, which is reserved: a shared pod where shared pods have no
// pool of their own, a pod without a GPU where the pool is reserved hard. Not where its nodeSelector names the key,
// nor for a DaemonSet's pod.
[[nodiscard]] bool needs_keep_off(Pod const& pod, Policy const& policy, Pool const& pool);

}  // namespace slicegate::policy
