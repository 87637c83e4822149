// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/embedded_file.hpp"

namespace slicegate::cli {

// The files of manifests/base: what is applied by kustomize and what is printed here are the same text.
[[nodiscard]] std::span<EmbeddedFile const> base_files();

// The text of one of them; empty where there is no such file.
[[nodiscard]] inline std::string_view base_file(std::string_view name)
{
    return find_text(base_files(), name);
}

}  // namespace slicegate::cli
