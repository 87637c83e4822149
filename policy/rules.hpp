// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/policy.hpp"

#include <cstddef>
#include <span>
#include <string_view>

namespace slicegate::policy {

struct Finding;
struct Pod;

// What a rule is asked about. What only a creation can decide is not judged again on an update.
enum class Occasion { create, update };

// One rule: a pure function, its id as everybody reads it, what happens where the policy says nothing.
struct Rule {
    std::string_view id;
    Action default_action;
    Occasion occasion;
    Finding (*judge)(Pod const& pod, Policy const& policy);
};

// Every rule there is, in the order in which reasons are reported.
[[nodiscard]] std::span<Rule const> rules();

// The policy's action for the rule of this id; it must exist.
[[nodiscard]] Action action_of(Policy const& policy, std::string_view id);

}  // namespace slicegate::policy
