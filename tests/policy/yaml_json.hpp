// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <yaml-cpp/yaml.h>

namespace slicegate::policy::test {

// A YAML node as kubectl sends it: YAML 1.1 scalars, quoted ones always text.
[[nodiscard]] nlohmann::json json_of(YAML::Node const& node);

}  // namespace slicegate::policy::test
