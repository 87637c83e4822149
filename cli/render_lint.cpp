// SPDX-License-Identifier: Apache-2.0
#include "cli/render_lint.hpp"

#include "cli/columns.hpp"

#include <nlohmann/json.hpp>

namespace slicegate::cli {

using nlohmann::ordered_json;

std::string render_lint(LintFindings const& findings, std::size_t objects)
{
    std::string out;
    for (LintFinding const& finding : findings) {
        std::string const file = finding.file == "-" ? "standard input" : finding.file;
        out += file + ':' + std::to_string(finding.line) + ": ";
        out += finding.place.empty() ? "" : finding.place + ": ";
        out += finding.what + "\n  why: " + finding.why + "\n  fix: " + finding.fix + '\n';
    }
    return out + (out.empty() ? "" : "\n") + count_words(objects, "object") + " looked at, " +
           count_words(findings.size(), "finding") + '\n';
}

std::string render_lint_as_json(LintFindings const& findings)
{
    auto list = ordered_json::array();
    for (LintFinding const& finding : findings)
        list.push_back(
            {{"check", finding.check},
             {"file", finding.file},
             {"line", finding.line},
             {"field", finding.place},
             {"what", finding.what},
             {"why", finding.why},
             {"fix", finding.fix}});
    return ordered_json{{"findings", std::move(list)}}.dump(
               2, ' ', false, ordered_json::error_handler_t::replace) +
           '\n';
}

}  // namespace slicegate::cli
