// SPDX-License-Identifier: Apache-2.0
#include "cli/report.hpp"

#include "cli/render_github.hpp"
#include "cli/render_json.hpp"
#include "cli/render_sarif.hpp"
#include "cli/render_text.hpp"

#include <ostream>

namespace slicegate::cli {

namespace {

std::string counted(std::size_t count, std::string const& one, std::string const& many)
{
    return std::to_string(count) + ' ' + (count == 1 ? one : many);
}

}  // namespace

Report::Report(ReportStyle style, std::ostream& out, std::ostream& err) : style_(style), out_(out), err_(err)
{
    if (style_.format == ReportFormat::json)
        out_ << R"({"results":[)";
    else if (style_.format == ReportFormat::sarif)
        out_ << render_sarif_head();
}

void Report::add_element(std::string const& element)
{
    if (element.empty())
        return;
    out_ << (is_first_ ? "\n" : ",\n") << element;
    is_first_ = false;
}

void Report::add(std::string const& file, ObjectFindings const& findings)
{
    if (style_.is_quiet && !findings.is_refused)
        return;
    switch (style_.format) {
    case ReportFormat::text:
        out_ << render_text(file, findings, style_);
        break;
    case ReportFormat::github:
        out_ << render_github(file, findings, style_);
        break;
    case ReportFormat::json:
        add_element(render_json(file, findings, style_));
        break;
    case ReportFormat::sarif:
        add_element(render_sarif(file, findings, style_));
        break;
    }
}

void Report::warn(std::string const& file, Trouble const& warning)
{
    Notice const notice{
        .level = Level::warning, .rule = {}, .place = {}, .text = warning.what, .line = warning.line};
    ObjectFindings findings;
    findings.line = warning.line;
    findings.notices.push_back(notice);
    add(file, findings);
}

void Report::add_trouble(std::string const& file, Trouble const& trouble)
{
    switch (style_.format) {
    case ReportFormat::text:
        err_ << render_trouble_as_text(file, trouble, style_);
        break;
    case ReportFormat::github:
        out_ << render_trouble_for_github(file, trouble);
        break;
    case ReportFormat::json:
        add_element(render_trouble_as_json(file, trouble));
        break;
    case ReportFormat::sarif:
        notifications_.push_back(render_sarif_notification(file, trouble));
        break;
    }
}

void Report::finish(Counts const& counts)
{
    switch (style_.format) {
    case ReportFormat::text:
    case ReportFormat::github:
        if (!style_.is_quiet)
            out_ << render_counts(counts) << '\n';
        break;
    case ReportFormat::json:
        out_ << "\n],\"summary\":" << render_json_summary(counts) << "}\n";
        break;
    case ReportFormat::sarif:
        out_ << render_sarif_tail(notifications_);
        break;
    }
    out_.flush();
}

std::string render_counts(Counts const& counts)
{
    auto text = counted(counts.judged, "object", "objects") + " judged: " + std::to_string(counts.refused) +
                " refused, " + counted(counts.warnings, "warning", "warnings");
    if (counts.passed_over > 0)
        text += "; " + std::to_string(counts.passed_over) + " of other kinds passed over";
    if (counts.finished > 0)
        text += "; " + counted(counts.finished, "finished pod", "finished pods") + " passed over";
    if (counts.unreadable > 0)
        text += "; " + std::to_string(counts.unreadable) + " unreadable";
    return text;
}

}  // namespace slicegate::cli
