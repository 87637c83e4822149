// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/findings.hpp"

#include <iosfwd>
#include <string>
#include <vector>

namespace slicegate::cli {

enum class ReportFormat { text, json, sarif, github };

struct ReportStyle {
    ReportFormat format = ReportFormat::text;
    bool has_colour = false;
    bool is_quiet = false;  // refusals and errors alone
};

// Writes what is found as it comes, in one of the formats. Nothing but errors is kept, for SARIF has these
// last.
class Report {
public:
    Report(ReportStyle style, std::ostream& out, std::ostream& err);

    void add(std::string const& file, ObjectFindings const& findings);
    void warn(std::string const& file, Trouble const& warning);
    void add_trouble(std::string const& file, Trouble const& trouble);
    void finish(Counts const& counts);

private:
    void add_element(std::string const& element);

    ReportStyle style_;
    std::ostream& out_;
    std::ostream& err_;
    bool is_first_ = true;
    std::vector<std::string> notifications_;  // SARIF
};

// The closing line: "12 objects judged, 2 refused, ...".
[[nodiscard]] std::string render_counts(Counts const& counts);

}  // namespace slicegate::cli
