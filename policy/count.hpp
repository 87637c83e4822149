// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/pod.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace slicegate::policy {

// Slices of one GPU group. A number that does not fit, or is none, is huge: too many, never zero.
struct SliceCount {
    std::int64_t total = 0;
    bool is_huge = false;

    SliceCount& operator+=(SliceCount const& other);
};

// Counted as the scheduler does: per container the larger of request and limit, rounded up; containers and
// restartable init containers add up; a plain init container counts with the restartable ones before it; the
// larger of the two is the pod's. Each resource name by itself, then the names of the group added.
[[nodiscard]] SliceCount count_slices(Pod const& pod, std::size_t group);

// A container's part in that count.
struct Contribution {
    Container const* container = nullptr;
    GpuRequest const* gpu = nullptr;
    SliceCount count;
};

// Who adds to the count, in the order of the pod's lists, init containers first. Never empty where the count
// is not 0.
[[nodiscard]] std::vector<Contribution> contributions(Pod const& pod, std::size_t group);

// Where a container's amount stands: "spec.containers[0].resources.limits[nvidia.com/gpu]"; `limits` unless
// only `requests` has it.
[[nodiscard]] std::string place_of(Container const& container);
[[nodiscard]] std::string place_of(Container const& container, GpuRequest const& gpu);

// The slices that one entry asks for, negative ones as none.
[[nodiscard]] SliceCount slices_of(GpuRequest const& gpu);

}  // namespace slicegate::policy
