// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/error.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace slicegate::policy::yaml {

// yaml-cpp takes up to about 240 bytes of memory for each byte of hostile input: this keeps it to some 60
// MiB. A policy of a thousand pools is smaller.
inline constexpr std::size_t max_bytes = 256 * 1024;

// One YAML value where it stands. Scalars keep their text: what they mean is for the reader to say.
struct Node {
    enum class Kind { null, plain, quoted, sequence, mapping };

    Kind kind = Kind::null;
    unsigned line = 0;        // counted from 1
    std::string key;          // in a mapping
    std::string text;         // of a scalar
    std::vector<Node> items;  // of a sequence or mapping, in order; keys may come twice
};

// Reads one document of plain YAML: no anchors, aliases or tags, keys are words, depth and number of values
// are bounded. Error: Errc::bad_policy, "line N: what is wrong".
[[nodiscard]] Result<Node> parse_yaml(std::string_view text);

}  // namespace slicegate::policy::yaml
