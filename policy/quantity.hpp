// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace slicegate::policy {

__extension__ using uint128 = unsigned __int128;

// A Kubernetes quantity, exact to 10^-9, the resolution of apimachinery's own type.
struct Quantity {
    bool is_negative = false;
    bool is_huge = false;  // 10^29 units and more
    uint128 nano = 0;      // magnitude in 10^-9

    friend bool operator==(Quantity const&, Quantity const&) = default;
};

// Parses as apimachinery's resource.ParseQuantity does, in time linear in the text whatever its exponent.
// Differs where apimachinery is at odds with itself: text without a digit ("k", "-") is refused, and an
// exponent past int32 is a huge or tiny number instead of a wrapped one. nullopt: no quantity.
[[nodiscard]] std::optional<Quantity> parse_quantity(std::string_view text);

// The value rounded away from zero to whole units; nullopt where it does not fit int64.
[[nodiscard]] std::optional<std::int64_t> whole_units(Quantity const& quantity);

// Whether it has no fraction once it is rounded up to 10^-3, as the API server does before it looks.
[[nodiscard]] bool is_whole(Quantity const& quantity);

}  // namespace slicegate::policy
