// SPDX-License-Identifier: Apache-2.0
#include "cli/policy_command.hpp"
#include "cli/read_input.hpp"
#include "policy/policy.hpp"
#include "policy/render_policy.hpp"

#include <CLI/CLI.hpp>
#include <catch2/catch_test_macros.hpp>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

using namespace slicegate;

namespace {

// A folder of its own that goes when the test ends.
class Folder {
public:
    Folder()
    {
        std::string pattern = (std::filesystem::temp_directory_path() / "slicegate-XXXXXX").string();
        REQUIRE(::mkdtemp(pattern.data()) != nullptr);
        path_ = pattern;
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    Folder(Folder const&) = delete;
    Folder& operator=(Folder const&) = delete;

    [[nodiscard]] std::string write(char const* name, std::string_view content) const
    {
        std::string const file = path_ / name;
        std::ofstream(file) << content;
        return file;
    }
    [[nodiscard]] std::string path() const { return path_.string(); }

private:
    std::filesystem::path path_;
};

constexpr char const* good =
    "apiVersion: slicegate.dev/v1alpha1\nkind: GpuPolicy\nspec: {unlabelled: deny}\n";
constexpr char const* bad =
    "apiVersion: slicegate.dev/v1alpha1\nkind: GpuPolicy\nspec:\n  lable: a\n  gpus: []\n";

}  // namespace

TEST_CASE("policy validate: says of each file whether it is valid, and what is wrong by line")
{
    Folder const folder;
    std::string const right = folder.write("good.yaml", good);
    std::string const wrong = folder.write("bad.yaml", bad);
    std::ostringstream out;
    std::ostringstream err;
    CHECK(cli::validate_policies({right, wrong}, out, err) == 2);
    CHECK(out.str() == right + ": valid\n");
    CHECK(
        err.str() ==
        wrong + ": line 4: spec.lable: unknown field; did you mean label?\n" + wrong +
            ": line 5: spec.gpus: is empty, so nothing would be judged; leave the field out for its "
            "default\n");
    CHECK(cli::validate_policies({right}, out, err) == 0);
}

TEST_CASE("policy validate: a file that cannot be read is named with the reason")
{
    Folder const folder;
    std::ostringstream out;
    std::ostringstream err;
    CHECK(cli::validate_policies({folder.path() + "/none", folder.path(), "/dev/zero"}, out, err) == 2);
    CHECK(out.str().empty());
    CHECK(
        err.str() == folder.path() + "/none: cannot be opened: No such file or directory\n" + folder.path() +
                         ": cannot be read: Is a directory\n/dev/zero: larger than 256 KiB\n");
}

TEST_CASE("policy show: prints the policy with its defaults")
{
    Folder const folder;
    std::ostringstream out;
    std::ostringstream err;
    CHECK(cli::show_policy("", out, err) == 0);
    CHECK(out.str() == policy::render_policy(policy::make_default_policy()));

    out.str("");
    auto expected = policy::make_default_policy();
    expected.unlabelled = policy::Unlabelled::deny;
    CHECK(cli::show_policy(folder.write("good.yaml", good), out, err) == 0);
    CHECK(out.str() == policy::render_policy(expected));
    CHECK(err.str().empty());

    out.str("");
    CHECK(cli::show_policy(folder.write("bad.yaml", bad), out, err) == 2);
    CHECK(out.str().empty());
    CHECK_FALSE(err.str().empty());
}

TEST_CASE("policy: the command line sets the exit status")
{
    Folder const folder;
    std::string const wrong = folder.write("bad.yaml", bad);
    int status = 0;
    CLI::App app;
    cli::add_policy_command(app, status);
    std::vector<std::string> arguments = {wrong, "validate", "policy"};  // CLI11 takes them from the back
    app.parse(arguments);
    CHECK(status == 2);
    CHECK_THROWS_AS(app.parse("policy validate"), CLI::RequiredError);
    CHECK_THROWS_AS(app.parse("policy"), CLI::RequiredError);
    CHECK_THROWS_AS(app.parse("policy schema FILE"), CLI::ExtrasError);
}

TEST_CASE("read_input: takes as many bytes as allowed and not one more")
{
    Folder const folder;
    CHECK(cli::read_input(folder.write("four", "abcd"), 4).value() == "abcd");
    CHECK(cli::read_input(folder.write("none", ""), 4).value().empty());
    CHECK(cli::read_input(folder.write("five", "abcde"), 4).has_error());
}
