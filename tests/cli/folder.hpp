// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace slicegate::cli::test {

// A folder of its own that goes with it.
class Folder {
public:
    Folder();
    Folder(Folder const&) = delete;
    Folder& operator=(Folder const&) = delete;
    ~Folder();

    // Writes a file, its folders too; returns its path.
    std::string write(std::string const& name, std::string_view text) const;
    [[nodiscard]] std::string path(std::string const& name = "") const;

private:
    std::filesystem::path root_;
};

}  // namespace slicegate::cli::test
