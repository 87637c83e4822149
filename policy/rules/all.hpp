// SPDX-License-Identifier: Apache-2.0
// Every rule, in the order of the table in policy/rules.cpp, and the words that several of them use.
#pragma once

#include "policy/finding.hpp"
#include "policy/pod.hpp"
#include "policy/policy.hpp"
#include "policy/rules.hpp"

#include <string>
#include <string_view>

namespace slicegate::policy {

[[nodiscard]] Finding single_slice(Pod const& pod, Policy const& policy);
[[nodiscard]] Finding gpu_request_shape(Pod const& pod, Policy const& policy);
[[nodiscard]] Finding access_label(Pod const& pod, Policy const& policy);
[[nodiscard]] Finding label_needs_gpu(Pod const& pod, Policy const& policy);
[[nodiscard]] Finding access_required(Pod const& pod, Policy const& policy);
[[nodiscard]] Finding dedicated_placement(Pod const& pod, Policy const& policy);
[[nodiscard]] Finding shared_placement(Pod const& pod, Policy const& policy);
[[nodiscard]] Finding pool_conflict(Pod const& pod, Policy const& policy);
[[nodiscard]] Finding reserved_pool(Pod const& pod, Policy const& policy);
[[nodiscard]] Finding node_name(Pod const& pod, Policy const& policy);
[[nodiscard]] Finding label_change(Pod const& pod, Policy const& policy);
[[nodiscard]] Finding visible_devices(Pod const& pod, Policy const& policy);
[[nodiscard]] Finding mig_profile(Pod const& pod, Policy const& policy);
[[nodiscard]] Finding card_memory(Pod const& pod, Policy const& policy);
[[nodiscard]] Finding memory_fraction(Pod const& pod, Policy const& policy);
[[nodiscard]] Finding surge_deadlock(Pod const& pod, Policy const& policy);
[[nodiscard]] Finding daemonset_dedicate(Pod const& pod, Policy const& policy);
[[nodiscard]] Finding daemonset_pool(Pod const& pod, Policy const& policy);
[[nodiscard]] Finding repels_others(Pod const& pod, Policy const& policy);
[[nodiscard]] Finding scheduler_name(Pod const& pod, Policy const& policy);
[[nodiscard]] Finding idle_cards(Pod const& pod, Policy const& policy);

// "metadata.labels[slicegate.dev/gpu]"
[[nodiscard]] std::string label_place(Policy const& policy);

// "spec.nodeSelector[slicegate.dev/pool]"
[[nodiscard]] std::string selector_place(std::string_view key);

// "slicegate.dev/pool: dedicated"
[[nodiscard]] std::string requirement_of(Pool const& pool);

}  // namespace slicegate::policy
