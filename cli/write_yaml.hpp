// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace slicegate::cli {

// A value as block YAML with a line feed at its end, as kubectl lays it out. Text is left bare only where
// YAML 1.1 and 1.2 both take it for text.
[[nodiscard]] std::string write_yaml(nlohmann::ordered_json const& value);

}  // namespace slicegate::cli
