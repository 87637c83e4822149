// SPDX-License-Identifier: Apache-2.0
#include "server/cores.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

namespace slicegate::server {
namespace {

std::optional<std::uint64_t> parse_number(std::string_view text)
{
    std::uint64_t number = 0;
    auto const [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    bool const is_whole = error == std::errc{} && rest == text.data() + text.size();
    return is_whole && number > 0 ? std::optional{number} : std::nullopt;
}

std::string read_line(std::filesystem::path const& path)
{
    std::ifstream file{path};
    std::string line;
    std::getline(file, line);
    return line;
}

// Where this process is in the hierarchy. In a container it usually sees itself at the top.
std::filesystem::path find_cgroup()
{
    auto const line = read_line("/proc/self/cgroup");  // "0::/path", one line in cgroup v2
    std::filesystem::path const top{"/sys/fs/cgroup"};
    return line.starts_with("0::/") ? top / line.substr(4) : top;
}

}  // namespace

std::optional<std::size_t> parse_cpu_max(std::string_view text)
{
    auto const blank = text.find(' ');
    if (blank == std::string_view::npos)
        return std::nullopt;
    auto const quota = parse_number(text.substr(0, blank));
    auto const period = parse_number(text.substr(blank + 1));
    if (!quota || !period)
        return std::nullopt;
    return static_cast<std::size_t>((*quota - 1) / *period + 1);
}

std::size_t count_cores()
{
    // The C++ library asks the scheduler's affinity mask for it.
    std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
    for (auto folder = find_cgroup(); folder.string().starts_with("/sys/fs/cgroup");
         folder = folder.parent_path()) {
        if (auto const limit = parse_cpu_max(read_line(folder / "cpu.max")))
            cores = std::min(cores, *limit);
    }
    return cores;
}

}  // namespace slicegate::server
