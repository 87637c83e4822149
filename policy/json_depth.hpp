// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace slicegate::policy {

// Go's decoder, and so every object that kube-apiserver can send, stops at 10,000 levels; real objects stay
// below 50.
inline constexpr std::size_t max_json_depth = 10'000;

// Whether brackets outside strings nest deeper than `limit`. One cheap pass for usual bodies, two for odd
// ones.
[[nodiscard]] bool is_deeper_than(std::string_view json, std::size_t limit);

}  // namespace slicegate::policy
