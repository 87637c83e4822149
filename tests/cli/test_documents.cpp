// SPDX-License-Identifier: Apache-2.0
#include "cli/documents.hpp"
#include "tests/cli/folder.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <string>
#include <vector>

using namespace slicegate::cli;
using slicegate::cli::test::Folder;

namespace {

// "line:text", "line!problem", "line@place=text".
std::vector<std::string> cut(std::string const& name, std::string const& text)
{
    Folder const folder;
    auto input = Input::open(folder.write(name, text));
    REQUIRE(input.has_value());
    Documents documents(std::move(*input), name.ends_with(".json"));
    std::vector<std::string> found;
    std::string whole;
    while (auto const each = documents.next()) {
        auto const line = std::to_string(each->line);
        (whole += each->before) += each->text;
        if (!each->problem.empty())
            found.push_back(line + '!' + each->problem);
        else if (!each->place.empty())
            found.push_back(line + '@' + each->place + '=' + std::string(each->text));
        else
            found.push_back(line + ':' + std::string(each->text));
    }
    whole += documents.rest();
    bool const is_broken = std::any_of(
        found.begin(), found.end(), [](auto const& each) { return each.find('!') != std::string::npos; });
    if (!is_broken && whole.size() < 10'000)
        CHECK(whole == text);
    return found;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("documents: YAML is cut at its separators")
{
    CHECK(
        cut("a.yaml", "a: 1\n---\nb: 2\n--- # c\nd: 3") ==
        Texts{"1:a: 1\n", "2:---\nb: 2\n", "4:--- # c\nd: 3"});
    CHECK(cut("a.yaml", "---\r\na: 1\r\n---\r\nb: 2\r\n") == Texts{"1:---\r\na: 1\r\n", "3:---\r\nb: 2\r\n"});
    CHECK(cut("a.yaml", "a: |\n  x\n  ---\n----\n---") == Texts{"1:a: |\n  x\n  ---\n----\n", "5:---"});
    CHECK(cut("a.yaml", "").empty());
}

TEST_CASE("documents: a YAML document may be read in pieces")
{
    std::string const large = "a: " + std::string(200'000, 'x') + '\n';
    auto const found = cut("a.yaml", large + "---\n" + large);
    REQUIRE(found.size() == 2);
    CHECK(found[0] == "1:" + large);
    CHECK(found[1] == "2:---\n" + large);
    // A separator on every border of a piece of 64 KiB.
    for (std::size_t size = 65'526; size < 65'542; ++size)
        CHECK(cut("a.yaml", std::string(size, 'x') + "\n---\nb").size() == 2);
}

TEST_CASE("documents: one of more than 4 MiB is refused and the next one is read")
{
    std::string const large = "a: " + std::string(9'000'000, 'x') + '\n';
    auto const found = cut("a.yaml", "b: 1\n---\n" + large + "---\nc: 2\n");
    REQUIRE(found.size() == 3);
    CHECK(found[1] == "2!is larger than 4 MiB, more than any object of the API server's can be");
    CHECK(found[2] == "4:---\nc: 2\n");
    CHECK(cut("a.yaml", large).size() == 1);
}

TEST_CASE("documents: what is binary is not read")
{
    CHECK(
        cut("a.yaml", std::string(
                          "\x7f"
                          "ELF\0\0\n---\na: 1",
                          16)) == Texts{"1!is binary, neither YAML nor JSON"});
}

TEST_CASE("documents: JSON values follow each other")
{
    CHECK(cut("a.json", "{\"a\": 1}\n{\"b\": \"}\"}") == Texts{"1:{\"a\": 1}", "2:{\"b\": \"}\"}"});
    CHECK(cut("a.yaml", " {\"a\":[{}]}\n---\n{\"b\":2}\n") == Texts{"1:{\"a\":[{}]}", "3:{\"b\":2}"});
    CHECK(cut("a.json", "[1, {}]") == Texts{"1:[1, {}]"});
    CHECK(
        cut("a.yaml", "{\"a\":1}\n---\nb: 2\n---\nc: 3\n") ==
        Texts{"1:{\"a\":1}", "1:\n", "2:---\nb: 2\n", "4:---\nc: 3\n"});
    CHECK(cut("a.json", "{}") == Texts{"1:{}"});
    CHECK(cut("a.json", "a: 1") == Texts{"1!is not JSON: a value must begin with a brace"});
    CHECK(
        cut("a.json", "{\"a\": 1}\n\n{\"a\": [1") ==
        Texts{"1:{\"a\": 1}", "3!ends before its last bracket is closed"});
    CHECK(cut("a.json", "{\"a\": \"x") == Texts{"1!ends within a string"});
}

TEST_CASE("documents: a JSON List comes item by item")
{
    CHECK(
        cut("a.json",
            "{\"kind\": \"List\", \"items\": [\n{\"a\": \"[\"},\n {\"b\": 2}\n], \"x\": {}}\n{\"c\": 3}") ==
        Texts{"2@items[0]={\"a\": \"[\"}", "3@items[1]={\"b\": 2}", "5:{\"c\": 3}"});
    CHECK(cut("a.json", "{\"items\": []}").empty());
    CHECK(cut("a.json", "{\"x\": {\"items\": [{}]}}") == Texts{"1:{\"x\": {\"items\": [{}]}}"});
    CHECK(
        cut("a.json", "{\"items\": [{} {}]}") ==
        Texts{"1@items[0]={}", "1!is not JSON: a comma or ] must follow an item"});
    CHECK(
        cut("a.json", "{\"items\": [{}, ]}") ==
        Texts{"1@items[0]={}", "1!items[1] is not JSON: a value is missing"});
    CHECK(
        cut("a.json", "{\"items\": [{}]") ==
        Texts{"1@items[0]={}", "1!ends before its last bracket is closed"});
    auto const found = cut("a.json", "{\"items\": [{}], x}");
    REQUIRE(found.size() == 2);
    CHECK(found[1].starts_with("1!is not JSON outside its items: "));
}
