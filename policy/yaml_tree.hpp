// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/error.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace slicegate::policy::yaml {

// One YAML value where it stands. Scalars keep their text: what they mean is for the reader to say.
struct TreeNode {
    enum class Kind { null, plain, quoted, sequence, mapping };

    Kind kind = Kind::null;
    unsigned line = 0;            // counted from 1
    std::string key;              // in a mapping
    std::string text;             // of a scalar
    std::vector<TreeNode> items;  // of a sequence or mapping, in order; keys may come twice
};

// Reads one document of plain YAML: no anchors, aliases or tags, keys are words, depth and number of values
// are bounded. Error: Errc::bad_policy, "line N: what is wrong".
[[nodiscard]] Result<TreeNode> parse_yaml(std::string_view text, std::size_t max_bytes);

}  // namespace slicegate::policy::yaml
