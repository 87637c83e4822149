// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace slicegate::policy {

// Does the whole of `text` match `pattern`, in which '*' stands for any run of characters, the empty one too,
// and every other character for itself? Time is linear in both lengths, for patterns meant to hurt as well.
[[nodiscard]] bool matches_glob(std::string_view pattern, std::string_view text);

}  // namespace slicegate::policy
