// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace slicegate::cli {

// A unified diff with three lines of context, empty where both are the same.
[[nodiscard]] std::string
unified_diff(std::string_view label, std::string_view before, std::string_view after);

}  // namespace slicegate::cli
