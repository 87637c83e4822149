// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace slicegate::server {

// cgroup v2's cpu.max, "200000 100000" (quota and period in µs) or "max 100000": whole cores, rounded up, or
// nothing where there is no limit.
[[nodiscard]] std::optional<std::size_t> parse_cpu_max(std::string_view text);

// How many threads can run at once: the smallest of the cores this process may be scheduled on and the CPU
// limits of its cgroup and those above. At least 1.
[[nodiscard]] std::size_t count_cores();

}  // namespace slicegate::server
