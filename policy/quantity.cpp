// SPDX-License-Identifier: Apache-2.0
#include "policy/quantity.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <ranges>

namespace slicegate::policy {
namespace {

constexpr uint128 nano_per_unit = 1'000'000'000;
constexpr uint128 nano_per_milli = 1'000'000;
constexpr uint128 max_int64 = std::numeric_limits<std::int64_t>::max();

// 10^38 is the last power of ten below 2^128: numbers of more digits are huge.
constexpr std::int64_t max_nano_digits = 38;

// An exponent past this makes any text of less than a gigabyte huge or tiny; it keeps sums of exponents in
// range.
constexpr std::int64_t exponent_bound = 4'000'000'000;

struct Scale {
    bool is_binary = false;
    std::int64_t exponent = 0;  // of 10, or of 2 where binary
};

struct Digits {
    std::string_view integer;
    std::string_view fraction;
};

bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

std::string_view take_digits(std::string_view& text)
{
    auto const end = std::find_if_not(text.begin(), text.end(), is_digit);
    auto const digits = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    text.remove_prefix(digits.size());
    return digits;
}

bool take_sign(std::string_view& text)
{
    bool const is_negative = text.starts_with('-');
    if (is_negative || text.starts_with('+'))
        text.remove_prefix(1);
    return is_negative;
}

// apimachinery refuses an exponent past int64.
std::optional<Scale> parse_exponent(std::string_view text)
{
    bool const is_negative = take_sign(text);
    auto const digits = take_digits(text);
    if (digits.empty() || !text.empty())
        return std::nullopt;
    std::uint64_t exponent = 0;
    auto const most = std::uint64_t{std::numeric_limits<std::int64_t>::max()} + (is_negative ? 1 : 0);
    auto const [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    if (error != std::errc{} || exponent > most)
        return std::nullopt;
    auto const bounded = static_cast<std::int64_t>(std::min<std::uint64_t>(exponent, exponent_bound));
    return Scale{.exponent = is_negative ? -bounded : bounded};
}

std::optional<Scale> parse_suffix(std::string_view suffix)
{
    struct Named {
        std::string_view suffix;
        Scale scale;
    };
    static constexpr std::array<Named, 16> named = {{
        {"", {false, 0}},
        {"n", {false, -9}},
        {"u", {false, -6}},
        {"m", {false, -3}},
        {"k", {false, 3}},
        {"M", {false, 6}},
        {"G", {false, 9}},
        {"T", {false, 12}},
        {"P", {false, 15}},
        {"E", {false, 18}},
        {"Ki", {true, 10}},
        {"Mi", {true, 20}},
        {"Gi", {true, 30}},
        {"Ti", {true, 40}},
        {"Pi", {true, 50}},
        {"Ei", {true, 60}},
    }};
    for (Named const& each : named) {
        if (each.suffix == suffix)
            return each.scale;
    }
    if (suffix.starts_with('e') || suffix.starts_with('E'))
        return parse_exponent(suffix.substr(1));
    return std::nullopt;
}

// I.F × 10^exponent in 10^-9, rounded up. Digits above the nano place are taken, those below only round.
Quantity decimal(Digits const& digits, std::int64_t exponent)
{
    auto const integer_size = static_cast<std::int64_t>(digits.integer.size());
    auto const fraction_size = static_cast<std::int64_t>(digits.fraction.size());
    Quantity quantity;
    std::int64_t const kept = integer_size + exponent + 9;  // digits at or above the nano place
    bool is_rounded = false;
    std::int64_t significant = 0;
    auto const take = [&](char c, std::int64_t at) {
        if (at >= kept) {
            is_rounded = is_rounded || c != '0';
            return;
        }
        significant += significant > 0 || c != '0' ? 1 : 0;
        if (significant <= max_nano_digits)
            quantity.nano = quantity.nano * 10 + static_cast<unsigned>(c - '0');
    };
    for (std::int64_t i = 0; i < integer_size; ++i)
        take(digits.integer[static_cast<std::size_t>(i)], i);
    for (std::int64_t i = 0; i < fraction_size; ++i)
        take(digits.fraction[static_cast<std::size_t>(i)], integer_size + i);
    std::int64_t const zeros = std::max<std::int64_t>(0, kept - integer_size - fraction_size);
    if (significant > 0 && significant + zeros > max_nano_digits)
        return Quantity{.is_huge = true};
    for (std::int64_t i = 0; significant > 0 && i < zeros; ++i)
        quantity.nano *= 10;
    quantity.nano += is_rounded ? 1 : 0;
    return quantity;
}

// I.F × 2^exponent in 10^-9, rounded up, at most 2^63-1 units: apimachinery caps binary forms alone.
Quantity binary(Digits const& digits, std::int64_t exponent)
{
    constexpr Quantity cap{.nano = max_int64 * nano_per_unit};
    uint128 const unit = uint128{1} << exponent;
    uint128 integer = 0;
    for (char const c : digits.integer) {
        integer = integer * 10 + static_cast<unsigned>(c - '0');
        if (integer * unit > max_int64)
            return cap;
    }
    // Horner from the last digit, keeping the floor and whether anything was dropped.
    uint128 const nano_per_digit = unit * nano_per_unit;
    uint128 fraction = 0;
    bool is_rounded = false;
    for (char const c : std::views::reverse(digits.fraction)) {
        uint128 const sum = static_cast<unsigned>(c - '0') * nano_per_digit + fraction;
        is_rounded = is_rounded || sum % 10 != 0;
        fraction = sum / 10;
    }
    Quantity const exact{.nano = integer * nano_per_digit + fraction + (is_rounded ? 1 : 0)};
    return exact.nano > cap.nano ? cap : exact;
}

}  // namespace

std::optional<Quantity> parse_quantity(std::string_view text)
{
    bool const is_negative = take_sign(text);
    Digits digits{.integer = take_digits(text), .fraction = {}};
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        digits.fraction = take_digits(text);
    }
    if (digits.integer.empty() && digits.fraction.empty())
        return std::nullopt;
    auto const scale = parse_suffix(text);
    if (!scale)
        return std::nullopt;
    auto quantity = scale->is_binary ? binary(digits, scale->exponent) : decimal(digits, scale->exponent);
    quantity.is_negative = is_negative && (quantity.nano != 0 || quantity.is_huge);
    return quantity;
}

std::optional<std::int64_t> whole_units(Quantity const& quantity)
{
    if (quantity.is_huge)
        return std::nullopt;
    uint128 const units = quantity.nano / nano_per_unit + (quantity.nano % nano_per_unit != 0 ? 1 : 0);
    if (units > max_int64 + (quantity.is_negative ? 1 : 0))
        return std::nullopt;
    auto const magnitude = static_cast<std::uint64_t>(units);
    return static_cast<std::int64_t>(quantity.is_negative ? 0 - magnitude : magnitude);
}

bool is_whole(Quantity const& quantity)
{
    uint128 const milli = quantity.nano / nano_per_milli + (quantity.nano % nano_per_milli != 0 ? 1 : 0);
    return quantity.is_huge || milli % 1000 == 0;
}

}  // namespace slicegate::policy
