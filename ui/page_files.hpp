// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace slicegate::ui {

struct EmbeddedFile {
    std::string_view name;
    std::string_view text;
};

// The files of ui/page, brought into the binary when it is built.
[[nodiscard]] std::span<EmbeddedFile const> page_files();

}  // namespace slicegate::ui
