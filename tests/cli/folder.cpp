// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/folder.hpp"

#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace slicegate::cli::test {

namespace fs = std::filesystem;

Folder::Folder()
{
    auto name = (fs::temp_directory_path() / "slicegate-cli-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr)
        throw std::runtime_error("no temporary folder");
    root_ = name;
}

Folder::~Folder()
{
    std::error_code ignored;
    fs::remove_all(root_, ignored);
}

std::string Folder::write(std::string const& name, std::string_view text) const
{
    auto const file = root_ / name;
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    return file.string();
}

std::string Folder::path(std::string const& name) const
{
    return name.empty() ? root_.string() : (root_ / name).string();
}

}  // namespace slicegate::cli::test
