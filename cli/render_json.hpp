// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/findings.hpp"
#include "cli/report.hpp"

#include <string>

namespace slicegate::cli {

// Elements of "results" in `-o json`.
[[nodiscard]] std::string
render_json(std::string const& file, ObjectFindings const& findings, ReportStyle const& style);
[[nodiscard]] std::string render_trouble_as_json(std::string const& file, Trouble const& trouble);

[[nodiscard]] std::string render_json_summary(Counts const& counts);

}  // namespace slicegate::cli
