// SPDX-License-Identifier: Apache-2.0
#include "policy/shell_words.hpp"

#include <algorithm>

namespace slicegate::policy {
namespace {

constexpr std::string_view between_words = " \t\r\n;&|()<>";

}  // namespace

void ShellWords::skip_between()
{
    while (has_more()) {
        if (line_[at_] == '#')
            at_ = std::min(line_.find('\n', at_), line_.size());
        else if (line_.substr(at_).starts_with("\\\n"))
            at_ += 2;
        else if (between_words.find(line_[at_]) != std::string_view::npos)
            ++at_;
        else
            return;
    }
}

void ShellWords::take_single_quoted(std::string& word)
{
    auto const end = std::min(line_.find('\'', ++at_), line_.size());
    word += line_.substr(at_, end - at_);
    at_ = std::min(end + 1, line_.size());
}

// Between double quotes a backslash stands for itself but before these.
void ShellWords::take_double_quoted(std::string& word)
{
    for (++at_; has_more() && line_[at_] != '"'; ++at_) {
        bool const is_escape = line_[at_] == '\\' && at_ + 1 < line_.size() &&
                               std::string_view("\"\\$`\n").find(line_[at_ + 1]) != std::string_view::npos;
        if (is_escape && line_[++at_] == '\n')
            continue;
        word += line_[at_];
    }
    at_ = std::min(at_ + 1, line_.size());
}

void ShellWords::take_escaped(std::string& word)
{
    ++at_;
    if (at_ < line_.size() && line_[at_] != '\n')
        word += line_[at_];
    at_ = std::min(at_ + 1, line_.size());
}

void ShellWords::take_dollar(std::string& word)
{
    auto const opening = line_.substr(at_).substr(0, 2);
    bool const has_end = opening == "$(" || opening == "${";
    auto const last =
        has_end ? std::min(line_.find(opening == "$(" ? ')' : '}', at_), line_.size() - 1) : at_;
    word += line_.substr(at_, last + 1 - at_);
    at_ = last + 1;
}

bool ShellWords::next(std::string& word)
{
    word.clear();
    skip_between();
    if (!has_more())
        return false;
    while (has_more() && between_words.find(line_[at_]) == std::string_view::npos) {
        switch (line_[at_]) {
        case '\'':
            take_single_quoted(word);
            break;
        case '"':
            take_double_quoted(word);
            break;
        case '\\':
            take_escaped(word);
            break;
        case '$':
            take_dollar(word);
            break;
        default:
            word += line_[at_++];
        }
    }
    return true;
}

}  // namespace slicegate::policy
