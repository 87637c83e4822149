// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace slicegate::fuzz {

// Ends the process, as libFuzzer expects of a finding, with the property that does not hold on standard error.
[[noreturn]] void fail(std::string_view property, std::string_view seen);

inline void require(bool holds, std::string_view property, std::string_view seen = {})
{
    if (!holds)
        fail(property, seen);
}

}  // namespace slicegate::fuzz
