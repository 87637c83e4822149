// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace slicegate::policy {

// The words of a shell line, one after the other, as far as they can be known without running it: quotes and
// backslashes are undone, comments left out, ; & | ( ) < > and line ends part words, $VAR and $(...) stay as
// they stand. Takes any text; time is linear.
class ShellWords {
public:
    explicit ShellWords(std::string_view line) : line_(line) {}

    // The next word, into `word`; false at the end.
    [[nodiscard]] bool next(std::string& word);

private:
    [[nodiscard]] bool has_more() const { return at_ < line_.size(); }
    void skip_between();
    void take_single_quoted(std::string& word);
    void take_double_quoted(std::string& word);
    void take_escaped(std::string& word);
    void take_dollar(std::string& word);

    std::string_view line_;
    std::size_t at_ = 0;
};

}  // namespace slicegate::policy
