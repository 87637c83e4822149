// SPDX-License-Identifier: Apache-2.0
#include "tests/policy/only_adds.hpp"

namespace slicegate::policy::test {

using nlohmann::json;

bool only_adds(json const& before, json const& after)
{
    if (before.is_null())
        return true;
    if (before.is_object() && after.is_object()) {
        for (auto const& [key, value] : before.items()) {
            if (!after.contains(key) || !only_adds(value, after[key]))
                return false;
        }
        return true;
    }
    if (before.is_array() && after.is_array() && before.size() <= after.size()) {
        for (std::size_t i = 0; i < before.size(); ++i) {
            if (!only_adds(before[i], after[i]))
                return false;
        }
        return true;
    }
    return before == after;
}

}  // namespace slicegate::policy::test
