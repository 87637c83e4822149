// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/cards.hpp"
#include "policy/error.hpp"
#include "policy/policy.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Which way to share cards does for what tenants need of each other. What each mechanism promises is from NVIDIA's
// documentation of the device plugin, of MPS and of MIG.
namespace slicegate::sizing {

using policy::Card;
using policy::Mechanism;
using policy::MigProfile;

// What tenants must be kept from. Each holds what those before it hold.
enum class Isolation {
    none,
    memory,  // a neighbour that takes more memory than its part
    fault,   // a neighbour whose kernel ends in an error
};

// How long a tenant's work may wait for its neighbours'.
enum class Latency {
    any,     // for their turns
    low,     // not for turns; memory bandwidth may be shared
    steady,  // not at all: compute and bandwidth of its own
};

inline constexpr std::array<std::string_view, 3> isolation_words = {"none", "memory", "fault"};
inline constexpr std::array<std::string_view, 3> latency_words = {"any", "low", "steady"};

struct Needs {
    Card const* card = nullptr;
    unsigned cards = 1;
    unsigned tenants = 1;  // on all of the cards
    Isolation isolation = Isolation::none;
    Latency latency = Latency::any;
    std::optional<double> memory_gib;  // of each tenant, everything counted
    bool has_virtual_machines = false;
};

// One mechanism and whether it does.
struct Choice {
    Mechanism mechanism =
        Mechanism::none;             // none: whole cards; mig_single for MIG, where all tenants are alike
    std::vector<std::string> lacks;  // why it does not do, whatever the number of cards
    unsigned per_card = 0;           // tenants that a card takes; 0 where it does not do
    unsigned cards = 0;              // that all tenants take
    MigProfile const* profile = nullptr;  // of MIG
    unsigned replicas = 0;                // of time-slicing and MPS
    double memory_gib = 0;                // that each tenant can have, if all are to have as much
};

struct Advice {
    std::vector<Choice> choices;  // the best first; of those that do not do, in no order of merit
    bool is_enough = false;       // the first one does with the cards at hand
};

// Error: Errc::bad_option, with the number that is impossible.
[[nodiscard]] Result<Advice> advise(Needs const& needs);

// "time-slicing", "MIG": as people say it.
[[nodiscard]] std::string_view name_of(Mechanism mechanism);

// What speaks for it, in a sentence.
[[nodiscard]] std::string_view merit_of(Mechanism mechanism);

}  // namespace slicegate::sizing
