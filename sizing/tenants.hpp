// SPDX-License-Identifier: Apache-2.0
// Tenants side by side on one card, under each mechanism: a rule of thumb to see by, no measurement. What happens in a
// mishap is from NVIDIA's documentation of the device plugin, MPS and MIG.
#pragma once

#include "policy/error.hpp"
#include "policy/policy.hpp"

#include <string_view>
#include <vector>

namespace slicegate::sizing {

using policy::Mechanism;

// A tenant as it runs with the card to itself.
struct Tenant {
    double duty = 0;   // part of the time in which it has a kernel running, 0 to 1
    double width = 0;  // part of the card's SMs that its kernels fill, above 0 to 1
    double memory_gib = 0;
};

// What becomes of one tenant.
enum class Fate {
    unhurt,
    starved,  // its next allocation fails
    ended,    // its process ends with an error; the container is started again
    lost,     // with the card
};
[[nodiscard]] std::string_view word_of(Fate fate);

enum class Mishap { leak, fault, card_lost };

// The first tenant has the mishap.
struct Mishaps {
    Mishap mishap = Mishap::leak;
    std::vector<Fate> fates;
    std::string_view why;
};

struct Mode {
    Mechanism mechanism = Mechanism::none;
    double utilisation = 0;         // part of the card's SMs that work, over time
    std::vector<double> slowdowns;  // of each tenant, against the card to itself; 1: none
    double memory_gib = 0;          // that each tenant may take
    bool is_memory_a_wall = false;
    std::vector<bool> fits;  // its memory beside its neighbours'
    std::vector<Mishaps> mishaps;
};

// Time-slicing, MPS and MIG, in this order. Time-slicing: one tenant's kernels at a time, so that all wait for their
// turns. MPS: kernels run beside each other while there are SMs, each tenant with its part at most. MIG: as many
// slices as tenants fit the card, each with its own SMs, cut alike.
// Error: Errc::bad_option where there are no tenants, or more than 7, or a number is impossible.
[[nodiscard]] Result<std::vector<Mode>> compare_modes(std::vector<Tenant> const& tenants, double card_gib);

}  // namespace slicegate::sizing
