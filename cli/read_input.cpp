// SPDX-License-Identifier: Apache-2.0
#include "cli/read_input.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

namespace slicegate::cli {

namespace {

Error last_error(char const* what)
{
    return {Errc::io, std::string(what) + ": " + std::system_category().message(errno)};
}

// An iostream would not say what went wrong, and reads a folder as an empty file.
Result<std::string> read_all(int file, std::size_t limit)
{
    std::string content;
    std::array<char, std::size_t{64} * 1024> buffer;
    while (content.size() <= limit) {
        std::size_t const wanted = std::min(buffer.size(), limit + 1 - content.size());
        ssize_t const got = ::read(file, buffer.data(), wanted);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return last_error("cannot be read");
        if (got == 0)
            return content;
        content.append(buffer.data(), static_cast<std::size_t>(got));
    }
    return Error{Errc::io, "larger than " + std::to_string(limit / 1024) + " KiB"};
}

}  // namespace

Result<std::string> read_input(std::string const& path, std::size_t limit)
{
    if (path == "-")
        return read_all(STDIN_FILENO, limit);
    int const file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return last_error("cannot be opened");
    auto content = read_all(file, limit);
    ::close(file);
    return content;
}

}  // namespace slicegate::cli
