// SPDX-License-Identifier: Apache-2.0
#include "cli/render_github.hpp"

#include <string_view>

namespace slicegate::cli {

namespace {

// GitHub's own escapes (@actions/core): percent sign and line ends; in a property the separators too.
std::string escape(std::string_view text, bool is_property)
{
    std::string out;
    for (char const c : text) {
        if (c == '%')
            out += "%25";
        else if (c == '\r')
            out += "%0D";
        else if (c == '\n')
            out += "%0A";
        else if (c == ':' && is_property)
            out += "%3A";
        else if (c == ',' && is_property)
            out += "%2C";
        else
            out += c;
    }
    return out;
}

std::string command(
    std::string_view level, std::string const& file, std::size_t line, std::string_view title,
    std::string_view text)
{
    std::string out = "::";
    (out += level) += " file=";
    out += escape(file == "-" ? "stdin" : file, true);
    out += ",line=" + std::to_string(line) + ",title=";
    out += escape(title, true);
    out += "::";
    return out += escape(text, false) + '\n';
}

}  // namespace

std::string render_github(std::string const& file, ObjectFindings const& findings, ReportStyle const& style)
{
    std::string out;
    for (Notice const& notice : findings.notices) {
        bool const is_error = notice.level == Level::error;
        if (!is_error && style.is_quiet)
            continue;
        auto const title = notice.rule.empty() ? std::string("slicegate") : "slicegate " + notice.rule;
        std::string text;
        if (is_error)
            text = findings.kind + ' ' + findings.name + ": " + notice.place + ": ";
        text += notice.text;
        if (!notice.advice.empty())
            text += '\n' + notice.advice;
        out += command(is_error ? "error" : "warning", file, notice.line, title, text);
    }
    return out;
}

std::string render_trouble_for_github(std::string const& file, Trouble const& trouble)
{
    return command("error", file, trouble.line, "slicegate", trouble.what);
}

}  // namespace slicegate::cli
