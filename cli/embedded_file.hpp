// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace slicegate::cli {

// A file that was brought into the binary when it was built (cmake/embed.cmake).
struct EmbeddedFile {
    std::string_view name;
    std::string_view text;
};

// The text of one of them; empty where there is no such file.
[[nodiscard]] inline std::string_view find_text(std::span<EmbeddedFile const> files, std::string_view name)
{
    for (EmbeddedFile const& file : files)
        if (file.name == name)
            return file.text;
    return {};
}

}  // namespace slicegate::cli
