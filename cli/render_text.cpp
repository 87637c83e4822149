// SPDX-License-Identifier: Apache-2.0
#include "cli/render_text.hpp"

#include "policy/text.hpp"

#include <algorithm>
#include <string_view>

namespace slicegate::cli {

namespace {

constexpr std::size_t max_path_bytes = 4096;  // Linux's PATH_MAX
constexpr char const* bold = "\x1b[1m";
constexpr char const* red = "\x1b[31m";
constexpr char const* yellow = "\x1b[33m";
constexpr char const* reset = "\x1b[0m";

class Text {
public:
    Text(std::string const& file, bool has_colour) : file_(shown_file(file)), has_colour_(has_colour) {}

    Text& at(std::size_t line) { return in(bold, file_ + ':' + std::to_string(line) + ": "); }

    Text& in(char const* colour, std::string_view text)
    {
        bool const is_coloured = has_colour_ && !text.empty();
        out_ += is_coloured ? colour : "";
        out_ += text;
        out_ += is_coloured ? reset : "";
        return *this;
    }

    Text& plain(std::string_view text)
    {
        out_ += text;
        return *this;
    }

    // "[id] ..." with the id in colour.
    Text& ruled(char const* colour, std::string_view line)
    {
        std::size_t const end = line.starts_with('[') ? line.find(']') + 1 : 0;
        return in(colour, line.substr(0, end)).plain(line.substr(end));
    }

    [[nodiscard]] std::string take() { return std::move(out_); }

private:
    std::string file_;
    bool has_colour_;
    std::string out_;
};

// The line of each violation goes before it; the words stay the server's.
void append_refusal(Text& text, ObjectFindings const& findings)
{
    auto next = findings.notices.begin();
    std::size_t line = findings.line;
    bool is_first = true;
    for (std::string_view rest = findings.message; !rest.empty();) {
        std::size_t const end = std::min(rest.find('\n'), rest.size());
        auto const words = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        bool const is_place = next != findings.notices.end() && next->level == Level::error &&
                              words.starts_with(next->rule.empty() ? next->place : '[' + next->rule + ']');
        if (is_place)
            line = (next++)->line;
        if (is_first || is_place)
            text.at(line);
        if (is_first && !findings.place.empty())
            text.plain(findings.place).plain(": ");
        text.ruled(red, words).plain("\n");
        is_first = false;
    }
}

}  // namespace

std::string shown_file(std::string const& file)
{
    return file == "-" ? "stdin" : policy::shown(file, max_path_bytes);
}

std::string render_text(std::string const& file, ObjectFindings const& findings, ReportStyle const& style)
{
    Text text(file, style.has_colour);
    if (findings.is_refused)
        append_refusal(text, findings);
    for (Notice const& notice : findings.notices) {
        if (notice.level != Level::warning || style.is_quiet)
            continue;
        text.at(notice.line).in(yellow, "warning: ");
        if (!findings.place.empty())
            text.plain(findings.place).plain(": ");
        text.ruled(yellow, notice.text).plain("\n");
    }
    return text.take();
}

std::string render_trouble_as_text(std::string const& file, Trouble const& trouble, ReportStyle const& style)
{
    Text text(file, style.has_colour);
    return text.at(trouble.line).in(red, "error: ").plain(trouble.what).plain("\n").take();
}

}  // namespace slicegate::cli
