// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/findings.hpp"
#include "cli/report.hpp"

#include <string>
#include <vector>

namespace slicegate::cli {

// A SARIF 2.1.0 log in pieces: the head, then results separated by commas, then the tail.
// Source: OASIS, Static Analysis Results Interchange Format 2.1.0.
[[nodiscard]] std::string render_sarif_head();
[[nodiscard]] std::string
render_sarif(std::string const& file, ObjectFindings const& findings, ReportStyle const& style);
[[nodiscard]] std::string render_sarif_notification(std::string const& file, Trouble const& trouble);
[[nodiscard]] std::string render_sarif_tail(std::vector<std::string> const& notifications);

}  // namespace slicegate::cli
