// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/policy.hpp"

#include <cstddef>
#include <span>
#include <string_view>

namespace slicegate::policy {

struct Finding;
struct Pod;

// When a rule is asked.
enum class When {
    creation,  // what only a creation can decide: on CREATE, in templates, and while a pod is gated
    always,    // also on an UPDATE, of a subresource too
    update,    // compares two objects: on UPDATE alone
};

// What is done to a pod.
enum class Occasion {
    create,  // a pod, or what a template makes
    update,
    gated,     // an update while scheduling gates still allow to move the pod
    addition,  // a subresource: judged for what it adds
    parting,   // a change of status, or of a pod that is going: nothing but its mark counts
};

[[nodiscard]] bool is_asked(When when, Occasion occasion);

// One rule: a pure function, its id as everybody reads it, what happens where the policy says nothing.
struct Rule {
    std::string_view id;
    Action default_action;
    When when;
    Finding (*judge)(Pod const& pod, Policy const& policy);
};

// Every rule there is, in the order in which reasons are reported.
[[nodiscard]] std::span<Rule const> rules();

// The policy's action for the rule of this id; it must exist.
[[nodiscard]] Action action_of(Policy const& policy, std::string_view id);

}  // namespace slicegate::policy
