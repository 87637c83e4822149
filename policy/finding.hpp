// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/policy.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace slicegate::policy {

// One thing that a rule objects to. Text from the request inside has passed shown().
struct Violation {
    std::string place;            // the field, from the pod's root: "spec.nodeName"
    std::string what;             // one clause, no full stop
    bool is_warning = false;      // never more than a warning, whatever the rule's action
    bool is_of_workload = false;  // the place is a field of the workload, not of its template
    std::string subject;          // what it is about, where `what` changes as it gets worse
    std::int64_t weight = 0;      // how bad it is, among violations about the same
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
