// SPDX-License-Identifier: Apache-2.0
#include "certs/write_files.hpp"
#include "tests/certs/support.hpp"

#include <catch2/catch_test_macros.hpp>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string>

namespace slicegate::certs::testing {
namespace {

mode_t mode_of(std::string const& path)
{
    struct stat status{};
    REQUIRE(::stat(path.c_str(), &status) == 0);
    return status.st_mode & 07777;
}

std::ptrdiff_t count_files(TempDir const& dir)
{
    return std::distance(std::filesystem::directory_iterator{dir.path("")}, {});
}

}  // namespace

TEST_CASE("write-files: content and mode are as asked, and no other file stays behind")
{
    TempDir const dir;
    auto const written = write_files(
        {{dir.path("a"), "public", public_mode}, {dir.path("b"), "private", private_mode}}, Existing::keep);
    REQUIRE(written.has_value());
    CHECK(dir.read("a") == "public");
    CHECK(dir.read("b") == "private");
    CHECK(mode_of(dir.path("a")) == 0644);
    CHECK(mode_of(dir.path("b")) == 0600);
    CHECK(count_files(dir) == 2);
}

TEST_CASE("write-files: a file that is there is kept, and the others are not written")
{
    TempDir const dir;
    dir.write("b", "old");
    auto const written = write_files(
        {{dir.path("a"), "new", public_mode}, {dir.path("b"), "new", private_mode}}, Existing::keep);
    REQUIRE_FALSE(written.has_value());
    CHECK(written.error().code == Errc::io);
    CHECK(
        written.error().message ==
        dir.path("b") + ": exists already; choose another directory, or replace it with --force");
    CHECK(dir.read("b") == "old");
    CHECK(count_files(dir) == 1);
}

TEST_CASE("write-files: replacing gives a key file its own mode, whatever the old one had")
{
    TempDir const dir;
    std::filesystem::permissions(dir.write("b", "old"), std::filesystem::perms{0666});
    auto const written = write_files({{dir.path("b"), "new", private_mode}}, Existing::replace);
    REQUIRE(written.has_value());
    CHECK(dir.read("b") == "new");
    CHECK(mode_of(dir.path("b")) == 0600);
    CHECK(count_files(dir) == 1);
}

TEST_CASE("write-files: a directory that is not there is named")
{
    TempDir const dir;
    auto const written = write_files({{dir.path("none/b"), "new", private_mode}}, Existing::keep);
    REQUIRE_FALSE(written.has_value());
    CHECK(written.error().message == dir.path("none/b") + ": cannot be written: No such file or directory");
}

}  // namespace slicegate::certs::testing
