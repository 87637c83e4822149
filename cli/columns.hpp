// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace slicegate::cli {

// A table for people: columns as wide as their widest cell, two blanks between, no blanks at the end of a line.
// A heading that begins with '>' sets its column to the right.
class Columns {
public:
    explicit Columns(std::vector<std::string> headings);

    void add(std::vector<std::string> cells);
    [[nodiscard]] std::string render() const;

private:
    std::vector<bool> is_right_;
    std::vector<std::vector<std::string>> rows_;
};

// "a, b and c".
[[nodiscard]] std::string join_words(std::vector<std::string> const& words, std::string_view last = " and ");

// "1 slice", "2 slices".
[[nodiscard]] std::string count_words(std::size_t count, std::string_view word);

// With so many digits behind the point.
[[nodiscard]] std::string render_number(double value, int digits);

// "79.25 GiB" of MiB.
[[nodiscard]] std::string render_gib(double mib);

}  // namespace slicegate::cli
