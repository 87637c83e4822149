// SPDX-License-Identifier: Apache-2.0
#include "cli/yaml_scalar.hpp"

#include "cli/base64.hpp"
#include "policy/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

namespace slicegate::cli {

namespace {

enum class Kind { text, null, boolean, integer, real };

struct Resolved {
    Kind kind = Kind::text;
    bool is_true = false;
    bool is_negative = false;
    std::uint64_t magnitude = 0;
    double real = 0;
};

constexpr std::array true_words = {"y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"};
constexpr std::array false_words = {"n",     "N",     "no",  "No",  "NO", "false",
                                    "False", "FALSE", "off", "Off", "OFF"};
constexpr std::array null_words = {"", "~", "null", "Null", "NULL"};
constexpr std::array not_a_number = {".nan", ".NaN", ".NAN"};
constexpr std::array infinity = {".inf", ".Inf", ".INF"};

bool is_one_of(std::string_view text, auto const& words)
{
    return std::ranges::find(words, text) != words.end();
}

int digit_of(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    char const lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : 99;
}

// Takes the prefix of a number off, as Go's strconv.ParseInt does for base 0.
unsigned take_base(std::string_view& digits)
{
    if (digits.size() < 2 || digits.front() != '0')
        return 10;
    char const mark = static_cast<char>(digits[1] | 0x20);
    unsigned const base = mark == 'x' ? 16 : mark == 'b' ? 2 : 8;
    digits.remove_prefix(mark == 'x' || mark == 'b' || mark == 'o' ? 2 : 1);
    return base;
}

// A whole number; past 64 bits it is rounded, as every reader of JSON would.
std::optional<Resolved> parse_whole(std::string_view text)
{
    Resolved number{.kind = Kind::integer};
    number.is_negative = text.starts_with('-');
    if (text.starts_with('-') || text.starts_with('+'))
        text.remove_prefix(1);
    unsigned const base = take_base(text);
    bool is_too_large = false;
    for (char const c : text) {
        auto const digit = static_cast<unsigned>(digit_of(c));
        if (digit >= base)
            return std::nullopt;
        is_too_large |= number.magnitude > (std::numeric_limits<std::uint64_t>::max() - digit) / base;
        number.magnitude = number.magnitude * base + digit;
        number.real = number.real * base + digit;
    }
    constexpr std::uint64_t least = std::uint64_t{1} << 63;
    if (text.empty() || !std::isfinite(number.real))
        return std::nullopt;
    if (is_too_large || (number.is_negative && number.magnitude > least)) {
        number.kind = Kind::real;
        number.real = number.is_negative ? -number.real : number.real;
    }
    return number;
}

std::size_t count_digits(std::string_view text, std::size_t from)
{
    std::size_t const end = std::min(text.find_first_not_of("0123456789", from), text.size());
    return end - from;
}

// [-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?
bool is_float(std::string_view text)
{
    std::size_t at = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
    std::size_t const whole = count_digits(text, at);
    at += whole;
    if (at < text.size() && text[at] == '.') {
        std::size_t const part = count_digits(text, at + 1);
        at += part + 1;
        if (whole + part == 0)
            return false;
    } else if (whole == 0) {
        return false;
    }
    if (at < text.size() && (text[at] | 0x20) == 'e') {
        ++at;
        if (at < text.size() && (text[at] == '-' || text[at] == '+'))
            ++at;
        std::size_t const exponent = count_digits(text, at);
        at += exponent;
        if (exponent == 0)
            return false;
    }
    return at == text.size();
}

std::optional<Resolved> parse_real(std::string_view text)
{
    if (!is_float(text))
        return std::nullopt;
    Resolved number{.kind = Kind::real};
    if (text.starts_with('+'))
        text.remove_prefix(1);
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number.real);
    // Too small is zero, too large is no number but text.
    if (error == std::errc::result_out_of_range)
        return text.find("e-") != std::string_view::npos || text.find("E-") != std::string_view::npos
                   ? std::optional(Resolved{.kind = Kind::real})
                   : std::nullopt;
    return number;
}

Resolved resolve_number(std::string_view text)
{
    if (text.front() == '.') {
        auto const sign_free = parse_real(text);
        return sign_free ? *sign_free : Resolved{};
    }
    std::string plain(text);
    std::erase(plain, '_');
    auto number = parse_whole(plain);
    if (!number)
        number = parse_real(plain);
    return number ? *number : Resolved{};
}

Resolved resolve(std::string_view text)
{
    constexpr std::string_view first_of_words = "yYnNtTfFoO~";
    if (text.empty())
        return {.kind = Kind::null};
    char const first = text.front();
    if (first_of_words.find(first) != std::string_view::npos) {
        if (is_one_of(text, null_words))
            return {.kind = Kind::null};
        bool const is_true = is_one_of(text, true_words);
        if (is_true || is_one_of(text, false_words))
            return {.kind = Kind::boolean, .is_true = is_true};
        return {};
    }
    if (first != '+' && first != '-' && first != '.' && (first < '0' || first > '9'))
        return {};
    auto const sign_free = text.substr(first == '+' || first == '-' ? 1 : 0);
    if (is_one_of(sign_free, infinity) || is_one_of(text, not_a_number))
        return {.kind = Kind::real, .real = std::numeric_limits<double>::infinity()};
    return resolve_number(text);
}

void append_real(std::string& out, double number)
{
    std::array<char, 32> digits{};
    // As Go writes JSON: exponents where a person would, too.
    double const size = std::fabs(number);
    bool const is_short = size == 0 || (size >= 1e-6 && size < 1e21);
    auto const format = is_short ? std::chars_format::fixed : std::chars_format::scientific;
    auto const [end, error] = std::to_chars(digits.begin(), digits.end(), number, format);
    out.append(digits.begin(), end);
}

bool fits(Tag tag, Kind kind)
{
    switch (tag) {
    case Tag::integer:
        return kind == Kind::integer;
    case Tag::real:
        return kind == Kind::real || kind == Kind::integer;
    case Tag::boolean:
        return kind == Kind::boolean;
    case Tag::null:
        return kind == Kind::null;
    default:
        return true;
    }
}

Resolved resolve(std::string_view text, Tag tag)
{
    return tag == Tag::text || tag == Tag::other ? Resolved{} : resolve(text);
}

void append_resolved(std::string& out, Resolved const& value)
{
    if (value.kind == Kind::null) {
        out += "null";
    } else if (value.kind == Kind::boolean) {
        out += value.is_true ? "true" : "false";
    } else if (value.kind == Kind::integer) {
        out += value.is_negative && value.magnitude > 0 ? "-" : "";
        out += std::to_string(value.magnitude);
    } else {
        append_real(out, value.real);
    }
}

}  // namespace

Tag parse_tag(std::string_view tag)
{
    constexpr std::string_view standard = "tag:yaml.org,2002:";
    if (tag.empty())
        return Tag::none;
    if (!tag.starts_with(standard))
        return Tag::other;
    tag.remove_prefix(standard.size());
    if (tag == "int")
        return Tag::integer;
    if (tag == "float")
        return Tag::real;
    if (tag == "bool")
        return Tag::boolean;
    if (tag == "null")
        return Tag::null;
    return tag == "binary" ? Tag::binary : Tag::text;
}

std::string append_scalar(std::string& out, std::string_view text, Tag tag)
{
    if (tag == Tag::binary) {
        policy::append_json_string(out, decode_base64(text));
        return {};
    }
    auto const value = resolve(text, tag);
    if (!fits(tag, value.kind))
        return policy::quoted(text) + " is not what its tag says";
    if (value.kind == Kind::real && !std::isfinite(value.real))
        return policy::shown(text) + " has no place in JSON";
    if (value.kind == Kind::text)
        policy::append_json_string(out, text);
    else
        append_resolved(out, value);
    return {};
}

std::string append_key(std::string& out, std::string_view text, Tag tag)
{
    auto const value = resolve(text, tag);
    if (value.kind == Kind::null)
        return "a key is missing";
    if (value.kind == Kind::text) {
        policy::append_json_string(out, text);
        return {};
    }
    out += '"';
    append_resolved(out, value);
    out += '"';
    return {};
}

}  // namespace slicegate::cli
