// SPDX-License-Identifier: Apache-2.0
// What people write on a command line, or a page, for cards and MIG profiles. Errors are Errc::bad_option and
// name the nearest words.
#pragma once

#include "policy/error.hpp"
#include "sizing/layouts.hpp"
#include "sizing/packer.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace slicegate::sizing {

// A card by its key (h100-sxm), its name or its product label (NVIDIA-H100-80GB-HBM3, with or without the
// suffixes that sharing adds).
[[nodiscard]] Result<Card const*> find_gpu(std::string_view word);

// The same where it can be cut by MIG.
[[nodiscard]] Result<Card const*> find_mig_gpu(std::string_view word);

// A profile of the card by its name, or by the resource that it becomes.
[[nodiscard]] Result<MigProfile const*> find_profile(Card const& card, std::string_view word);

// "1g.10gb", "1g.10gb@4" at memory unit 4, "3x1g.10gb" or "1g.10gb=3" for several, or the name of a layout
// (all-balanced) for all of its instances.
[[nodiscard]] Result<std::vector<Wanted>> parse_wanted(Card const& card, std::span<std::string const> words);

// "1g.10gb=12".
[[nodiscard]] Result<std::vector<ProfileCount>>
parse_needs(Card const& card, std::span<std::string const> words);

// Of `words` those that whoever wrote `word` may have meant, the likeliest first, at most four; for a message:
// "a, b or c". Empty where nothing is near.
[[nodiscard]] std::string render_nearest(std::string_view word, std::span<std::string_view const> words);

}  // namespace slicegate::sizing
