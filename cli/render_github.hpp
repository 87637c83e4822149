// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/findings.hpp"
#include "cli/report.hpp"

#include <string>

namespace slicegate::cli {

// Workflow commands, which GitHub Actions shows beside the lines of a pull request.
// Source: docs.github.com, "Workflow commands for GitHub Actions".
[[nodiscard]] std::string
render_github(std::string const& file, ObjectFindings const& findings, ReportStyle const& style);

[[nodiscard]] std::string render_trouble_for_github(std::string const& file, Trouble const& trouble);

}  // namespace slicegate::cli
