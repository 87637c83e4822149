// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/json_text.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace slicegate::cli {

// From `offset` in the JSON on, what stands there comes from `line` of the YAML, until the next mark.
struct LineMark {
    std::uint32_t offset;
    std::uint32_t line;
};

// One YAML document as JSON. Used ones take the next document without allocating.
struct JsonFromYaml {
    std::string json;             // empty where the document is
    std::vector<LineMark> lines;  // by ascending offset
    std::vector<Fault> warnings;  // keys that come twice: kubectl takes the last one
    bool has_aliases = false;

    [[nodiscard]] std::size_t line_of(std::size_t offset) const;
    void clear();
};

// Reads one document as kubectl does: YAML 1.1's words, merge keys, aliases unfolded. Bounded: 1,000 levels,
// a million unfolded nodes, 32 MiB of JSON. Lines count from 1 at the text's beginning.
[[nodiscard]] std::optional<Fault> read_yaml(std::string_view text, JsonFromYaml& to);

}  // namespace slicegate::cli
