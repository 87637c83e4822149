// SPDX-License-Identifier: Apache-2.0
#include "cli/columns.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace slicegate::cli {

Columns::Columns(std::vector<std::string> headings)
{
    for (std::string& heading : headings) {
        is_right_.push_back(heading.starts_with('>'));
        if (is_right_.back())
            heading.erase(0, 1);
    }
    rows_.push_back(std::move(headings));
}

void Columns::add(std::vector<std::string> cells)
{
    rows_.push_back(std::move(cells));
}

std::string Columns::render() const
{
    std::vector<std::size_t> widths(is_right_.size());
    for (auto const& row : rows_)
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], row[i].size());
    std::string out;
    for (auto const& row : rows_) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            std::string const padding(widths[i] - row[i].size(), ' ');
            line += (i > 0 ? "  " : "") + (is_right_[i] ? padding + row[i] : row[i] + padding);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + '\n';
    }
    return out;
}

std::string join_words(std::vector<std::string> const& words, std::string_view last)
{
    std::string out;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0)
            out += i + 1 == words.size() ? last : std::string_view(", ");
        out += words[i];
    }
    return out;
}

std::string count_words(std::size_t count, std::string_view word)
{
    return std::to_string(count) + ' ' + std::string(word) + (count == 1 ? "" : "s");
}

std::string render_number(double value, int digits)
{
    std::array<char, 64> buffer{};
    int const size = std::snprintf(buffer.data(), buffer.size(), "%.*f", digits, value);
    return {buffer.data(), static_cast<std::size_t>(std::clamp(size, 0, 63))};
}

std::string render_gib(double mib)
{
    return render_number(mib / 1024, 2) + " GiB";
}

}  // namespace slicegate::cli
