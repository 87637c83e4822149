// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/lint.hpp"

#include <string>

namespace slicegate::cli {

// "file:line: field: what", why and fix for each, and how many there are.
[[nodiscard]] std::string render_lint(LintFindings const& findings, std::size_t objects);
[[nodiscard]] std::string render_lint_as_json(LintFindings const& findings);

}  // namespace slicegate::cli
