// SPDX-License-Identifier: Apache-2.0
#include "cli/diff.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace slicegate::cli {

namespace {

constexpr std::size_t context = 3;
constexpr std::size_t max_table = 16'000'000;  // entries of four bytes; past it all that differs is replaced

struct Line {
    char sign;  // ' ', '-', '+'
    std::string_view text;
};

using Lines = std::vector<std::string_view>;

Lines split(std::string_view text)
{
    Lines lines;
    while (!text.empty()) {
        std::size_t const end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

// The part that differs, by the longest common subsequence.
void append_middle(std::vector<Line>& out, Lines const& a, Lines const& b)
{
    std::size_t const width = b.size() + 1;
    bool const is_small = (a.size() + 1) * width <= max_table;
    std::vector<std::uint32_t> common(is_small ? (a.size() + 1) * width : 0);
    for (std::size_t i = a.size(); is_small && i-- > 0;) {
        for (std::size_t j = b.size(); j-- > 0;)
            common[i * width + j] = a[i] == b[j]
                                        ? common[(i + 1) * width + j + 1] + 1
                                        : std::max(common[(i + 1) * width + j], common[i * width + j + 1]);
    }
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() || j < b.size()) {
        if (is_small && i < a.size() && j < b.size() && a[i] == b[j]) {
            out.push_back({' ', a[i++]});
            ++j;
        } else if (
            i < a.size() &&
            (j == b.size() || !is_small || common[(i + 1) * width + j] >= common[i * width + j + 1])) {
            out.push_back({'-', a[i++]});
        } else {
            out.push_back({'+', b[j++]});
        }
    }
}

std::vector<Line> compare(Lines a, Lines b)
{
    std::vector<Line> out;
    auto const [a_differs, b_differs] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    for (auto each = a.begin(); each != a_differs; ++each)
        out.push_back({' ', *each});
    a.erase(a.begin(), a_differs);
    b.erase(b.begin(), b_differs);
    auto const [a_same, b_same] = std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend());
    Lines const tail(a_same.base(), a.end());
    a.erase(a_same.base(), a.end());
    b.erase(b_same.base(), b.end());
    append_middle(out, a, b);
    for (std::string_view const line : tail)
        out.push_back({' ', line});
    return out;
}

// "-7,3": the first line and how many.
std::string range(char sign, std::size_t first, std::size_t count)
{
    return std::string{sign} + std::to_string(count == 0 ? first : first + 1) + ',' + std::to_string(count);
}

std::size_t count_side(std::vector<Line> const& lines, std::size_t from, std::size_t to, char other)
{
    return static_cast<std::size_t>(std::count_if(
        lines.begin() + static_cast<std::ptrdiff_t>(from), lines.begin() + static_cast<std::ptrdiff_t>(to),
        [&](Line const& line) { return line.sign != other; }));
}

void append_hunk(std::string& out, std::vector<Line> const& lines, std::size_t from, std::size_t to)
{
    out += "@@ " + range('-', count_side(lines, 0, from, '+'), count_side(lines, from, to, '+')) + ' ' +
           range('+', count_side(lines, 0, from, '-'), count_side(lines, from, to, '-')) + " @@\n";
    for (std::size_t i = from; i < to; ++i)
        ((out += lines[i].sign) += lines[i].text) += '\n';
}

}  // namespace

std::string unified_diff(std::string_view label, std::string_view before, std::string_view after)
{
    auto const lines = compare(split(before), split(after));
    std::string out;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].sign == ' ')
            continue;
        // Up to the last change that is no further away than both contexts.
        std::size_t last = i;
        for (std::size_t j = i; j < lines.size() && j <= last + 2 * context; ++j)
            last = lines[j].sign == ' ' ? last : j;
        if (out.empty())
            ((((out += "--- ") += label) += "\n+++ ") += label) += " (as admitted)\n";
        append_hunk(out, lines, i < context ? 0 : i - context, std::min(last + context + 1, lines.size()));
        i = last;
    }
    return out;
}

}  // namespace slicegate::cli
