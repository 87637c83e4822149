// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/embedded_file.hpp"

namespace slicegate::ui {

using cli::EmbeddedFile;

// The files of ui/page.
[[nodiscard]] std::span<EmbeddedFile const> page_files();

}  // namespace slicegate::ui
