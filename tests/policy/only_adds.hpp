// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

namespace slicegate::policy::test {

// Whether `after` is `before` with things added: no member gone or changed (null may have become something),
// the elements of a list at its start, in their order.
[[nodiscard]] bool only_adds(nlohmann::json const& before, nlohmann::json const& after);

}  // namespace slicegate::policy::test
