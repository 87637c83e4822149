// SPDX-License-Identifier: Apache-2.0
#include "policy/yaml_reader.hpp"

#include <algorithm>
#include <array>

namespace slicegate::policy::yaml {

namespace {

std::string lower(std::string_view text)
{
    std::string out(text);
    std::ranges::transform(
        out, out.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return out;
}

bool is_digit(char c)
{
    return (c >= '0' && c <= '9') || c == '_';  // YAML 1.1 allows 1_000
}

// Takes the digits at the front away and says whether there was one.
bool skip_digits(std::string_view& text)
{
    std::size_t const end = std::min(
        static_cast<std::size_t>(std::ranges::find_if_not(text, is_digit) - text.begin()), text.size());
    bool const has_digit = text.substr(0, end).find_first_not_of('_') != std::string_view::npos;
    text.remove_prefix(end);
    return has_digit;
}

// 12, -1, 1_000, .5, 1., 1e3, 0x1f, 0o17, 0b1, .inf, .nan; generous where YAML's versions differ.
bool is_number(std::string_view text)
{
    if (text.starts_with('-') || text.starts_with('+'))
        text.remove_prefix(1);
    if (text == ".inf" || text == ".nan" || text == "inf" || text == "nan")
        return true;
    for (std::string_view const base : {"0x", "0o", "0b"})
        if (text.starts_with(base))
            return text.find_first_not_of("0123456789abcdef_", base.size()) == std::string_view::npos;
    bool has_digit = skip_digits(text);
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        has_digit = skip_digits(text) || has_digit;
    }
    if (has_digit && text.starts_with('e')) {
        text.remove_prefix(1);
        if (text.starts_with('-') || text.starts_with('+'))
            text.remove_prefix(1);
        return skip_digits(text) && text.empty();
    }
    return has_digit && text.empty();
}

}  // namespace

bool is_plain_text(std::string_view scalar)
{
    constexpr std::size_t longest_number = 128;  // what is longer is no number that anybody meant
    static constexpr std::array<std::string_view, 12> words = {"",   "~",  "null", "true", "false", "yes",
                                                               "no", "on", "off",  "y",    "n",     "<<"};
    if (scalar.size() > longest_number)
        return true;
    std::string const text = lower(scalar);
    return std::ranges::find(words, text) == words.end() && !is_number(text);
}

}  // namespace slicegate::policy::yaml
