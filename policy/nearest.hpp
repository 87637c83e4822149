// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace slicegate::policy {

// The one of `words` that a person who wrote `word` most likely meant: by edit distance, case left aside.
// Empty where nothing is near. Of equals the first. Total; a word longer than any of ours costs nothing.
[[nodiscard]] std::string_view nearest(std::string_view word, std::span<std::string_view const> words);

}  // namespace slicegate::policy
