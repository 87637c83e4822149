// SPDX-License-Identifier: Apache-2.0
#include "cli/render_json.hpp"

#include <nlohmann/json.hpp>

namespace slicegate::cli {

namespace {

using nlohmann::ordered_json;

// File names need not be UTF-8.
std::string dump(ordered_json const& value)
{
    return value.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

ordered_json render_notice(Notice const& notice)
{
    ordered_json out{
        {"rule", notice.rule}, {"field", notice.place}, {"line", notice.line}, {"message", notice.text}};
    if (!notice.advice.empty())
        out["advice"] = notice.advice;
    return out;
}

}  // namespace

std::string render_json(std::string const& file, ObjectFindings const& findings, ReportStyle const& style)
{
    auto violations = ordered_json::array();
    auto warnings = ordered_json::array();
    for (Notice const& notice : findings.notices) {
        if (notice.level == Level::error)
            violations.push_back(render_notice(notice));
        else if (!style.is_quiet)
            warnings.push_back(render_notice(notice));
    }
    return dump(
        {{"file", file},
         {"line", findings.line},
         {"place", findings.place},
         {"kind", findings.kind},
         {"namespace", findings.namespace_},
         {"name", findings.name},
         {"allowed", !findings.is_refused},
         {"message", findings.message},
         {"violations", violations},
         {"warnings", warnings}});
}

std::string render_trouble_as_json(std::string const& file, Trouble const& trouble)
{
    return dump({{"file", file}, {"line", trouble.line}, {"error", trouble.what}});
}

std::string render_json_summary(Counts const& counts)
{
    return dump(
        {{"judged", counts.judged},
         {"refused", counts.refused},
         {"warnings", counts.warnings},
         {"passedOver", counts.passed_over},
         {"finishedPods", counts.finished},
         {"unreadable", counts.unreadable}});
}

}  // namespace slicegate::cli
