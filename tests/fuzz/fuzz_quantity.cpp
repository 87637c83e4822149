// SPDX-License-Identifier: Apache-2.0
// Quantities: policy's 128 bits against whole numbers of any size.
#include "policy/quantity.hpp"
#include "tests/fuzz/exact_quantity.hpp"
#include "tests/fuzz/require.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

using namespace slicegate;
using boost::multiprecision::cpp_int;

namespace {

// Longer ones are a matter of time, which tests/policy/test_quantity.cpp looks at; the model is slow.
constexpr std::size_t max_size = 400;

cpp_int widen(policy::uint128 value)
{
    return (cpp_int(static_cast<std::uint64_t>(value >> 64)) << 64) + static_cast<std::uint64_t>(value);
}

void compare(policy::Quantity const& quantity, fuzz::ExactQuantity const& exact, std::string_view text)
{
    cpp_int const nano = exact.capped_nano();
    cpp_int const huge = boost::multiprecision::pow(cpp_int(10), 38);
    // Rounding may reach the bound; what has more digits than fit is past it.
    fuzz::require(quantity.is_negative == (nano < 0), "a quantity has the model's sign", text);
    fuzz::require(
        quantity.is_huge ? abs(nano) >= huge : widen(quantity.nano) == abs(nano),
        "a quantity is the model's, or huge where that is", text);

    cpp_int const units = exact.units();
    bool const fits = units >= std::numeric_limits<std::int64_t>::min() &&
                      units <= std::numeric_limits<std::int64_t>::max();
    auto const whole = policy::whole_units(quantity);
    fuzz::require(whole.has_value() == fits, "whole units are there where they fit 64 bits", text);
    fuzz::require(!whole || units == *whole, "whole units are the model's", text);

    cpp_int const milli = (abs(nano) + 999'999) / 1'000'000;
    fuzz::require(
        quantity.is_huge || policy::is_whole(quantity) == (milli % 1000 == 0),
        "a quantity is whole where the model has no thousandths", text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    if (size > max_size)
        return 0;
    std::string_view const text(reinterpret_cast<char const*>(data), size);
    auto const quantity = policy::parse_quantity(text);
    auto const exact = fuzz::parse_exact_quantity(text);
    fuzz::require(
        quantity.has_value() == exact.has_value(), "a text is a quantity for both or for none", text);
    if (quantity)
        compare(*quantity, *exact, text);
    return 0;
}
