// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/document.hpp"
#include "cli/examine.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace slicegate::cli {

// A document's text as its objects would be admitted: YAML for YAML, JSON for JSON, comments at its head
// kept. What is refused is left out; nullopt where that is the whole document. Unchanged text comes back as
// it is.
[[nodiscard]] std::optional<std::string> apply_changes(Document const& document, Examined const& examined);

// The same as a unified diff of the objects alone, empty where nothing changes. Both sides are laid out
// alike, so that nothing but the change shows.
[[nodiscard]] std::string
render_changes(std::string const& file, Document const& document, Examined const& examined);

}  // namespace slicegate::cli
