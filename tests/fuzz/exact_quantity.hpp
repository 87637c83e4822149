// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/multiprecision/cpp_int.hpp>

#include <optional>
#include <string_view>

namespace slicegate::fuzz {

// A Kubernetes quantity in whole numbers of any size, in 10^-9 units and rounded away from zero.
struct ExactQuantity {
    boost::multiprecision::cpp_int nano;  // with its sign
    bool is_binary = false;               // written with Ki, Mi …

    // Binary forms end at 2^63-1 units, as apimachinery's do.
    [[nodiscard]] boost::multiprecision::cpp_int capped_nano() const;
    // Away from zero.
    [[nodiscard]] boost::multiprecision::cpp_int units() const;
};

// A second reading of the grammar, by rationals and without a thought for speed: <sign><digits>[.<digits>]
// <suffix>. Meant for texts of less than some thousand bytes. nullopt: no quantity.
[[nodiscard]] std::optional<ExactQuantity> parse_exact_quantity(std::string_view text);

}  // namespace slicegate::fuzz
