// SPDX-License-Identifier: Apache-2.0
#include "cli/input.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

namespace slicegate::cli {

namespace {

Error last_error(char const* what)
{
    return {Errc::io, std::string(what) + ": " + std::system_category().message(errno)};
}

}  // namespace

Result<Input> Input::open(std::string const& path)
{
    if (path == "-")
        return Input(STDIN_FILENO);
    int const file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return last_error("cannot be opened");
    return Input(file);
}

Result<Input> Input::of_text(std::string_view text)
{
    int const file = ::memfd_create("slicegate", MFD_CLOEXEC);
    if (file < 0)
        return last_error("no memory can be had");
    Input input(file);
    while (!text.empty()) {
        ssize_t const written = ::write(file, text.data(), text.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return last_error("cannot be kept in memory");
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    if (::lseek(file, 0, SEEK_SET) < 0)
        return last_error("cannot be read");
    return input;
}

Input::Input(Input&& other) noexcept : file_(std::exchange(other.file_, -1))
{
}

Input::~Input()
{
    if (file_ > STDIN_FILENO)
        ::close(file_);
}

Result<bool> Input::read_onto(std::string& to)
{
    std::array<char, std::size_t{64} * 1024>
        piece;  // NOLINT(cppcoreguidelines-pro-type-member-init): read() fills it
    for (;;) {
        ssize_t const got = ::read(file_, piece.data(), piece.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return last_error("cannot be read");
        to.append(piece.data(), static_cast<std::size_t>(got));
        return got > 0;
    }
}

}  // namespace slicegate::cli
