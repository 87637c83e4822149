// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace slicegate::fuzz {

// The document where it is valid JSON that a DOM holds without loss: no key twice in an object, no number that
// a double rounds or writes differently, and at most 200 levels, for a DOM is walked by recursion. Those are
// the documents of which a DOM can tell what is right.
[[nodiscard]] std::optional<nlohmann::json> parse_plain_json(std::string_view text);

// Some text under a key: "" where it is missing or null, nothing where the parent is no object or it is no text.
[[nodiscard]] std::optional<std::string> text_at(nlohmann::json const& parent, char const* key);

// What is under a key; null where there is none.
[[nodiscard]] nlohmann::json const& child_of(nlohmann::json const& parent, char const* key);

}  // namespace slicegate::fuzz
