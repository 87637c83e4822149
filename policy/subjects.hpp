// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/pod.hpp"
#include "policy/policy.hpp"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace slicegate::policy {

// What one object of a review holds for the rules: a pod itself, or the pods that its templates make. A used
// one takes the next object without allocating.
class Subjects {
public:
    [[nodiscard]] std::span<Pod> pods() { return std::span(pods_).first(size_); }
    [[nodiscard]] std::span<Pod const> pods() const { return std::span(pods_).first(size_); }

    // The object's own metadata; for a pod that of the pod.
    [[nodiscard]] Pod const& object() const { return object_; }
    [[nodiscard]] Pod& object() { return object_; }

    Pod& add();
    void drop_last() { --size_; }
    void clear();

private:
    Pod object_;
    std::vector<Pod> pods_;
    std::size_t size_ = 0;
};

// The paths at which objects of this kind have pod templates: the built-in workloads and those of the policy.
// Empty: no workload that we know.
[[nodiscard]] std::span<TemplatePath const>
template_paths(std::string_view group, std::string_view kind, Policy const& policy);

}  // namespace slicegate::policy
