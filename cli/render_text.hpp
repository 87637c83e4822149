// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/findings.hpp"
#include "cli/report.hpp"

#include <string>

namespace slicegate::cli {

// "file:line: " and the server's words, line by line.
[[nodiscard]] std::string
render_text(std::string const& file, ObjectFindings const& findings, ReportStyle const& style);

[[nodiscard]] std::string
render_trouble_as_text(std::string const& file, Trouble const& trouble, ReportStyle const& style);

// How people read the name of a file: "-" is standard input, control characters are escaped.
[[nodiscard]] std::string shown_file(std::string const& file);

}  // namespace slicegate::cli
