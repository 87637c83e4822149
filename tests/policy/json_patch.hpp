// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

namespace slicegate::policy::test {

// Applies by nlohmann's json::patch, one operation at a time, each checked to be an "add" under strict RFC
// 6902: the parent is there and is a container, and nothing but null stands where the value goes.
[[nodiscard]] nlohmann::json apply_additions(nlohmann::json document, nlohmann::json const& patch);

}  // namespace slicegate::policy::test
