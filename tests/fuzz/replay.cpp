// SPDX-License-Identifier: Apache-2.0
// Takes each file of its folders to a fuzz target: the corpus as a test, with any compiler.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size);

namespace {

std::vector<std::filesystem::path> files_of(int argc, char** argv)
{
    std::vector<std::filesystem::path> files;
    for (int i = 1; i < argc; ++i) {
        if (!std::filesystem::exists(argv[i]))
            continue;  // nothing learnt yet beyond the seeds
        if (!std::filesystem::is_directory(argv[i])) {
            files.emplace_back(argv[i]);
            continue;
        }
        for (auto const& entry : std::filesystem::recursive_directory_iterator(argv[i])) {
            if (entry.is_regular_file())
                files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace

int main(int argc, char** argv)
{
    auto const files = files_of(argc, argv);
    for (auto const& path : files) {
        std::ifstream file(path, std::ios::binary);
        std::vector<char> const bytes{std::istreambuf_iterator<char>(file), {}};
        if (!file) {
            std::cerr << path << " cannot be read\n";
            return 1;
        }
        std::cout << path.string()
                  << std::endl;  // flushed: the last line names the input that ends the process
        LLVMFuzzerTestOneInput(reinterpret_cast<std::uint8_t const*>(bytes.data()), bytes.size());
    }
    std::cout << files.size() << " inputs\n";
    return files.empty() ? 1 : 0;
}
