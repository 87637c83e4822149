// SPDX-License-Identifier: Apache-2.0
#include "certs/write_files.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <system_error>
#include <utility>

namespace slicegate::certs {
namespace {

Error unwritable(std::string const& path, int error)
{
    return {Errc::io, path + ": cannot be written: " + std::generic_category().message(error)};
}

Error already_there(std::string const& path)
{
    return {Errc::io, path + ": exists already; choose another directory, or replace it with --force"};
}

bool write_all(int file, std::string_view content)
{
    while (!content.empty()) {
        ssize_t const count = ::write(file, content.data(), content.size());
        if (count < 0 && errno != EINTR)
            return false;
        content.remove_prefix(count > 0 ? static_cast<std::size_t>(count) : 0);
    }
    return true;
}

// A file under a name that is not yet the one it is for; gone again unless it takes that name.
class StagedFile {
public:
    StagedFile(std::string target, std::string name) : target_{std::move(target)}, name_{std::move(name)} {}
    StagedFile(StagedFile&& other) noexcept
        : target_{std::move(other.target_)}, name_{std::exchange(other.name_, {})}
    {
    }
    StagedFile& operator=(StagedFile&&) = delete;
    ~StagedFile()
    {
        if (!name_.empty())
            ::unlink(name_.c_str());
    }

    // A link does not replace a file that is there, which a rename does.
    Result<void> take_name(Existing existing)
    {
        bool const keeps = existing == Existing::keep;
        int const failed =
            keeps ? ::link(name_.c_str(), target_.c_str()) : ::rename(name_.c_str(), target_.c_str());
        if (failed != 0)
            return errno == EEXIST && keeps ? already_there(target_) : unwritable(target_, errno);
        if (!keeps)
            name_.clear();
        return {};
    }

private:
    std::string target_;
    std::string name_;
};

Result<StagedFile> stage(OutputFile const& file)
{
    std::string name = file.path + ".XXXXXX";
    int const descriptor = ::mkstemp(name.data());  // with mode 0600 from the start
    if (descriptor < 0)
        return unwritable(file.path, errno);
    StagedFile staged{file.path, name};
    bool const is_written = write_all(descriptor, file.content) && ::fchmod(descriptor, file.mode) == 0 &&
                            ::fsync(descriptor) == 0;
    int const error = errno;
    if (::close(descriptor) != 0 || !is_written)
        return unwritable(file.path, is_written ? errno : error);
    return staged;
}

}  // namespace

Result<void> write_files(std::vector<OutputFile> const& files, Existing existing)
{
    std::vector<StagedFile> staged;
    for (OutputFile const& file : files) {
        if (existing == Existing::keep && ::access(file.path.c_str(), F_OK) == 0)
            return already_there(file.path);
        auto next = stage(file);
        if (!next)
            return next.error();
        staged.push_back(std::move(*next));
    }
    for (StagedFile& file : staged) {
        if (auto const done = file.take_name(existing); !done)
            return done.error();
    }
    return {};
}

}  // namespace slicegate::certs
