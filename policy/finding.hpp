// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/policy.hpp"

#include <string>
#include <utility>
#include <vector>

namespace slicegate::policy {

// One thing that a rule objects to. Text from the request inside has passed shown().
struct Violation {
    std::string place;        // the field, from the object's root: "spec.nodeName"
    std::string what;         // one clause, no full stop
    bool is_warning = false;  // never more than a warning, whatever the rule's action
};

// What one rule has to say of one pod; empty when it is content. Why and fix are said once for all
// violations.
struct Finding {
    std::vector<Violation> violations;
    std::string why;
    std::string fix;

    [[nodiscard]] static Finding of(Violation violation, std::string why, std::string fix)
    {
        Finding finding{.violations = {}, .why = std::move(why), .fix = std::move(fix)};
        finding.violations.push_back(std::move(violation));
        return finding;
    }
};

}  // namespace slicegate::policy
