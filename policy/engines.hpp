// SPDX-License-Identifier: Apache-2.0
// Engines that take a card's memory for themselves when they start, and how much a container tells them to.
#pragma once

#include "policy/pod.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace slicegate::policy {

// Where in its container a word stands.
struct WordPlace {
    std::string_view list;  // command, args or env
    std::size_t index = 0;
};

struct Engine {
    std::string_view name;     // vLLM
    std::string_view habit;    // what it does unless told otherwise
    int habit_permille;        // of the card
    std::string_view setting;  // what tells it otherwise, as users write it
    std::string_view value;    // for the setting; empty where it takes a fraction
};

// A fraction that a container tells its engine to take.
struct ToldFraction {
    double value = 0;
    std::string text;
    WordPlace place;
    std::string_view setting;  // as users write it: --gpu-memory-utilization
};

struct EngineUse {
    Engine const* engine = nullptr;        // nullptr: none that we know
    std::optional<ToldFraction> fraction;  // the one that counts
    bool is_settled = false;               // bounded in another way, or in a way that cannot be seen here
};

// Reads image, command, args (shell lines in them too) and env. Bounded by their length; allocates for shell
// lines and told values alone.
[[nodiscard]] EngineUse read_engine(Pod const& pod, Container const& container);

}  // namespace slicegate::policy
