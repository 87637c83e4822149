// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace slicegate::policy {

// JSON Schema (draft 2020-12) of the policy file, made from the parser's own tables of fields: for editors,
// and for checks where slicegate is not at hand. parse_policy refuses more, such as pools that overlap.
[[nodiscard]] std::string render_policy_schema();

}  // namespace slicegate::policy
