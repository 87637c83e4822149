// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/error.hpp"

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

namespace slicegate::certs {

constexpr mode_t public_mode = 0644;
constexpr mode_t private_mode = 0600;

struct OutputFile {
    std::string path;
    std::string_view content;
    mode_t mode;
};

enum class Existing { keep, replace };

// Writes them all or, as far as the file system allows, none: each to a temporary file beside it that nobody
// else can read, all of these before the first takes its name. With `keep` a file that is there, even one
// that appears meanwhile, is an error. Error io: the path and why.
[[nodiscard]] Result<void> write_files(std::vector<OutputFile> const& files, Existing existing);

}  // namespace slicegate::certs
