// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/policy.hpp"

#include <span>
#include <string_view>

namespace slicegate::policy {

struct Facts;
struct Finding;

// One rule: a pure function, its id as everybody reads it, what happens where the policy says nothing.
struct Rule {
    std::string_view id;
    Action default_action;
    Finding (*judge)(Facts const& facts, Policy const& policy);
};

// Every rule there is, in the order in which reasons are reported.
[[nodiscard]] std::span<Rule const> rules();

}  // namespace slicegate::policy
