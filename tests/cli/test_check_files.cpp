// SPDX-License-Identifier: Apache-2.0
#include "cli/check_command.hpp"
#include "cli/file_queue.hpp"
#include "tests/cli/folder.hpp"

#include <catch2/catch_test_macros.hpp>

#include <sstream>
#include <stdexcept>
#include <thread>

using namespace slicegate::cli;
using slicegate::cli::test::Folder;

namespace {

std::string pod(std::string const& name, int slices)
{
    return "{apiVersion: v1, kind: Pod, metadata: {name: " + name +
           "}, spec: {containers: [{name: a, image: a, resources: {limits: {nvidia.com/gpu: " +
           std::to_string(slices) + "}}}]}}\n";
}

std::string number_of(int file)
{
    return std::to_string(1000 + file);
}

}  // namespace

TEST_CASE("check_files: reports in the order of the files, however many threads judge them")
{
    constexpr int files = 700;
    Folder const folder;
    std::string expected;
    for (int i = 0; i < files; ++i) {
        bool const is_refused = i % 3 == 0;
        folder.write(number_of(i) + ".yaml", pod("p" + number_of(i), is_refused ? 2 : 1));
        if (is_refused)
            expected += "p" + number_of(i) + ' ';
    }
    std::ostringstream out;
    std::ostringstream err;
    CHECK(run_check({.files = {folder.path()}, .config = {}, .namespace_ = "a", .style = {}}, out, err) == 1);
    std::string seen;
    std::string const refused = "pod a/";
    for (auto at = out.str().find(refused); at != std::string::npos; at = out.str().find(refused, at + 1))
        seen += out.str().substr(at + refused.size(), 5) + ' ';
    CHECK(seen == expected);
    CHECK(out.str().find("700 objects judged: 234 refused") != std::string::npos);
}

TEST_CASE(
    "check_files: more findings in a file than a queue holds all come through, broken files in their turn")
{
    Folder const folder;
    std::string many;
    for (int i = 0; i < 2000; ++i)
        many += "---\n" + pod("p" + std::to_string(i), 2);
    folder.write("a.yaml", many);
    folder.write("b.yaml", "a: [\n");
    folder.write("c.yaml", pod("last", 2));
    std::ostringstream out;  // for both: their order counts
    CHECK(run_check({.files = {folder.path()}, .config = {}, .namespace_ = "a", .style = {}}, out, out) == 2);
    CHECK(out.str().find("2001 objects judged: 2001 refused") != std::string::npos);
    CHECK(out.str().find("p1999 ") < out.str().find("b.yaml"));
    CHECK(out.str().find("b.yaml") < out.str().find("pod a/last "));
}

TEST_CASE("FileQueue: hands over what was pushed, then the error that it was closed with")
{
    FileQueue queue("a.yaml", true);
    std::jthread const judging([&] {
        for (std::size_t line = 1; line <= 1000; ++line)
            queue.push(Trouble{line, "a"});
        queue.close(std::make_exception_ptr(std::runtime_error("no memory")));
    });
    for (std::size_t line = 1; line <= 1000; ++line) {
        auto const found = queue.pop();
        REQUIRE(found.has_value());
        CHECK(std::get<Trouble>(*found).line == line);
    }
    CHECK_THROWS_AS(queue.pop(), std::runtime_error);
}

TEST_CASE("FileQueue: an abandoned one lets its thread go on")
{
    FileQueue queue("a.yaml", true);
    std::jthread const judging([&] {
        for (std::size_t line = 1; line <= 1000; ++line)
            queue.push(Trouble{line, "a"});
        queue.close();
    });
    queue.abandon();
}
