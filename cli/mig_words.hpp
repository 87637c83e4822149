// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sizing/packer.hpp"
#include "sizing/room.hpp"

#include <span>
#include <string>
#include <string_view>

// Sentences about MIG instances, for the text and for the JSON of `slicegate mig`.
namespace slicegate::cli {

// "0-6", "0, 4".
[[nodiscard]] std::string describe_starts(sizing::MigProfile const& profile);

// "0, 1, 3"; "none".
[[nodiscard]] std::string describe_units(sizing::Units units);

// "1 compute slice (stranded), memory units: 1 (unit 7 stranded)"; "nothing".
[[nodiscard]] std::string describe_idle(sizing::Card const& card, sizing::Idle const& idle);

// Which instance has no place, why, and what has one instead: some lines.
[[nodiscard]] std::string describe_refusal(
    sizing::Card const& card, std::span<sizing::Wanted const> wanted, sizing::Placement const& placement);

// "compute": the word for JSON.
[[nodiscard]] std::string_view word_of(sizing::Lack lack);

// Why, in one sentence: "it takes 1 compute slice, 0 of 7 are left".
[[nodiscard]] std::string describe_lack(
    sizing::Card const& card, sizing::Wanted const& refused, std::span<sizing::Instance const> placed,
    sizing::Lack lack);

}  // namespace slicegate::cli
