// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/exact_quantity.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <string>

namespace slicegate::fuzz {
namespace {

using boost::multiprecision::cpp_int;

cpp_int power(unsigned base, std::size_t exponent)
{
    return boost::multiprecision::pow(cpp_int(base), static_cast<unsigned>(exponent));
}

// cpp_int takes a leading zero for octal.
cpp_int number_of(std::string digits)
{
    digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
    return digits.empty() ? cpp_int(0) : cpp_int(digits);
}

// numerator / denominator × scale
struct Factor {
    cpp_int over = 1;
    cpp_int under = 1;
    bool is_binary = false;
};

Factor decimal(long exponent)
{
    auto const size = static_cast<std::size_t>(exponent < 0 ? -exponent : exponent);
    return exponent < 0 ? Factor{.under = power(10, size)} : Factor{.over = power(10, size)};
}

std::optional<Factor> named_factor(std::string const& suffix)
{
    static std::map<std::string, int> const decimals = {{"", 0},  {"n", -9}, {"u", -6}, {"m", -3}, {"k", 3},
                                                        {"M", 6}, {"G", 9},  {"T", 12}, {"P", 15}, {"E", 18}};
    static std::map<std::string, unsigned> const binaries = {{"Ki", 10}, {"Mi", 20}, {"Gi", 30},
                                                             {"Ti", 40}, {"Pi", 50}, {"Ei", 60}};
    if (auto const found = decimals.find(suffix); found != decimals.end())
        return decimal(found->second);
    if (auto const found = binaries.find(suffix); found != binaries.end())
        return Factor{.over = power(2, found->second), .is_binary = true};
    return std::nullopt;
}

// `enough`: an exponent past it makes any number of this text huge or tiny, which is all that matters then.
std::optional<Factor> exponent_factor(std::string const& suffix, long enough)
{
    if (suffix.empty() || (suffix[0] != 'e' && suffix[0] != 'E'))
        return std::nullopt;
    bool const has_sign = suffix.size() > 1 && (suffix[1] == '-' || suffix[1] == '+');
    auto const digits = suffix.substr(has_sign ? 2 : 1);
    if (digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos)
        return std::nullopt;
    bool const is_negative = has_sign && suffix[1] == '-';
    auto const size = number_of(digits);
    if (size > cpp_int(std::numeric_limits<long>::max()) + (is_negative ? 1 : 0))
        return std::nullopt;  // apimachinery reads it into an int64
    long const bounded = size > enough ? enough : static_cast<long>(size);
    return decimal(is_negative ? -bounded : bounded);
}

std::string take_digits(std::string& text)
{
    auto const size = std::min(text.find_first_not_of("0123456789"), text.size());
    auto digits = text.substr(0, size);
    text.erase(0, size);
    return digits;
}

cpp_int round_up(cpp_int const& over, cpp_int const& under)
{
    return (over + under - 1) / under;
}

}  // namespace

cpp_int ExactQuantity::capped_nano() const
{
    cpp_int const cap = cpp_int(std::numeric_limits<std::int64_t>::max()) * 1'000'000'000;
    if (!is_binary || abs(nano) <= cap)
        return nano;
    return nano < 0 ? -cap : cap;
}

cpp_int ExactQuantity::units() const
{
    cpp_int const value = capped_nano();
    cpp_int const size = round_up(abs(value), 1'000'000'000);
    return value < 0 ? -size : size;
}

std::optional<ExactQuantity> parse_exact_quantity(std::string_view whole)
{
    std::string text(whole);
    bool const is_negative = text.starts_with('-');
    if (is_negative || text.starts_with('+'))
        text.erase(0, 1);
    auto digits = take_digits(text);
    std::size_t places = 0;
    if (text.starts_with('.')) {
        text.erase(0, 1);
        auto const fraction = take_digits(text);
        places = fraction.size();
        digits += fraction;
    }
    if (digits.empty())
        return std::nullopt;
    auto factor = named_factor(text);
    if (!factor)
        factor = exponent_factor(text, static_cast<long>(whole.size()) + 60);
    if (!factor)
        return std::nullopt;
    cpp_int const size =
        round_up(number_of(digits) * factor->over * 1'000'000'000, factor->under * power(10, places));
    return ExactQuantity{.nano = is_negative ? -size : size, .is_binary = factor->is_binary};
}

}  // namespace slicegate::fuzz
