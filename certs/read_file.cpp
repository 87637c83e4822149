// SPDX-License-Identifier: Apache-2.0
#include "certs/read_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <system_error>

namespace slicegate::certs {
namespace {

// A Kubernetes Secret holds 1 MiB at most; a chain is a few KiB.
constexpr std::size_t max_file_bytes = std::size_t{1024} * 1024;

class Descriptor {
public:
    explicit Descriptor(int value) : value_{value} {}
    Descriptor(Descriptor const&) = delete;
    Descriptor& operator=(Descriptor const&) = delete;
    ~Descriptor()
    {
        if (value_ >= 0)
            ::close(value_);
    }
    int get() const { return value_; }

private:
    int value_;
};

Error unreadable(std::string const& path, int error)
{
    std::string remedy = "check the path";
    if (error == EACCES)
        remedy = "let the user that runs slicegate read it";
    else if (error == ENOENT)
        remedy = "check the path, or make certificates with 'slicegate certs --out DIR'";
    return {Errc::io, path + ": cannot be read: " + std::generic_category().message(error) + "; " + remedy};
}

}  // namespace

Result<Secret> read_file(std::string const& path)
{
    // Not blocking: a named pipe without a writer would hold the start forever.
    Descriptor const file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    if (file.get() < 0)
        return unreadable(path, errno);
    // One allocation of full size, so that no smaller copy of a key is left behind.
    std::string bytes(max_file_bytes + 1, '\0');
    std::size_t length = 0;
    while (length < bytes.size()) {
        ssize_t const count = ::read(file.get(), bytes.data() + length, bytes.size() - length);
        if (count < 0 && errno != EINTR)
            return unreadable(path, errno);
        if (count == 0)
            break;
        length += count > 0 ? static_cast<std::size_t>(count) : 0;
    }
    bytes.resize(length);
    Secret secret{std::move(bytes)};
    if (length > max_file_bytes)
        return Error{Errc::io, path + ": is larger than 1 MiB; give a PEM file"};
    return secret;
}

}  // namespace slicegate::certs
