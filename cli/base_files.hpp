// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace slicegate::cli {

struct EmbeddedFile {
    std::string_view name;
    std::string_view text;
};

// The files of manifests/base, brought into the binary when it is built (cmake/embed.cmake): what is applied by
// kustomize and what is printed here are the same text.
[[nodiscard]] std::span<EmbeddedFile const> base_files();

// The text of one of them; empty where there is no such file.
[[nodiscard]] inline std::string_view base_file(std::string_view name)
{
    for (EmbeddedFile const& file : base_files())
        if (file.name == name)
            return file.text;
    return {};
}

}  // namespace slicegate::cli
