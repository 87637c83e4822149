// SPDX-License-Identifier: Apache-2.0
#include "policy/policy_file.hpp"
#include "policy/yaml_reader.hpp"
#include "policy/yaml_tree.hpp"

#include <catch2/catch_test_macros.hpp>

#include <string>
#include <vector>

using namespace slicegate;
using namespace slicegate::policy::yaml;

namespace {

constexpr std::size_t max_bytes = slicegate::policy::max_policy_bytes;

std::string error_of(std::string const& text)
{
    auto const tree = parse_yaml(text, max_bytes);
    return tree ? "accepted" : tree.error().message;
}

std::string repeat(std::string_view text, std::size_t times)
{
    std::string out;
    for (std::size_t i = 0; i < times; ++i)
        out += text;
    return out;
}

// Nine levels of nine references: a billion values once unfolded.
std::string alias_bomb()
{
    std::string out = "a0: &a0 [x]\n";
    for (int level = 1; level < 10; ++level) {
        std::string const name = "a" + std::to_string(level);
        std::string const inner = "*a" + std::to_string(level - 1);
        out += name + ": &" + name + " [" + repeat(inner + ", ", 8) + inner + "]\n";
    }
    return out;
}

}  // namespace

TEST_CASE("parse_yaml: keeps values in order, with their line and how they were written")
{
    auto const tree = parse_yaml("a: 1\nb:\n  - 'x'\n  - ~\n\"c\": |\n  y\na: {}\n", max_bytes);
    REQUIRE(tree.has_value());
    REQUIRE(tree->kind == TreeNode::Kind::mapping);
    REQUIRE(tree->items.size() == 4);
    CHECK(tree->items[0].key == "a");
    CHECK(tree->items[0].kind == TreeNode::Kind::plain);
    CHECK(tree->items[0].text == "1");
    CHECK(tree->items[1].line == 2);
    CHECK(tree->items[1].items.at(0).kind == TreeNode::Kind::quoted);
    CHECK(tree->items[1].items.at(0).line == 3);
    CHECK(tree->items[1].items.at(1).kind == TreeNode::Kind::null);
    CHECK(tree->items[2].kind == TreeNode::Kind::quoted);
    CHECK(tree->items[2].text == "y\n");
    CHECK(tree->items[3].key == "a");
    CHECK(tree->items[3].line == 7);
}

TEST_CASE("parse_yaml: names the line of what is no plain YAML")
{
    struct Case {
        char const* name;
        std::string text;
        std::string expected;
    };
    std::vector<Case> const cases = {
        {"unfinished list", "a: [b\nc: d\n", "line 2: end of sequence flow not found"},
        {"text after a value", "a: 1\nb: \"x\" y\n", "line 2: end of map not found"},
        {"end of the text in an escape", "a: \"\\", "line 1: unknown escape character: \\u0004"},
        {"stray bracket", "a: b\n}\n", "line 2: illegal flow end"},
        {"second document", "a: b\n---\nc: d\n",
         "line 2: a second document begins here; a policy file holds one"},
        {"second document without a line of its own", "{a: b} {c: d}",
         "line 1: a second document begins here; a policy file holds one"},
        {"anchor", "a: &x 1\n", "line 1: anchors and aliases are not supported; write the value out"},
        {"anchor on a key", "&x a: 1\n",
         "line 1: anchors and aliases are not supported; write the value out"},
        {"alias bomb", alias_bomb(), "line 1: anchors and aliases are not supported; write the value out"},
        {"merge key", "a: 1\n<<: {b: 1}\n",
         "line 2: merge keys (<<) are not supported; write the fields out"},
        {"tag", "a: !!int \"3\"\n", "line 1: tags are not supported; leave tag:yaml.org,2002:int out"},
        {"key that is a list", "a: 1\n? [b]\n: c\n", "line 2: a key must be a word"},
        {"key that is nothing", "~: c\n", "line 1: a key must be a word"},
        {"tab", "a:\n\tb: c\n", "line 2: a tab in the indentation; YAML takes spaces alone"},
        {"tab after spaces", "a: b\n  \tc\n", "line 2: a tab in the indentation; YAML takes spaces alone"},
        {"tab before a comment", "a: b\n\t# c\n",
         "line 2: a tab in the indentation; YAML takes spaces alone"},
        {"tab on a line of its own", "a: b\n \t\nc: d\n", "accepted"},
        {"windows lines", "a: b\r\nc: d\r\n", "accepted"},
        {"old mac lines", "a: b\rc: d\r", "line 1: a control character"},
        {"NUL", std::string("a: b\nc\0d", 8), "line 2: a control character"},
        {"invalid UTF-8", "a: b\nc: \xC3(\n", "line 2: not UTF-8 text"},
        {"UTF-16",
         "\xFF\xFE"
         "a",
         "line 1: not UTF-8 text"},
        {"byte order mark",
         "\xEF\xBB\xBF"
         "a: b\n",
         "accepted"},
        {"lone surrogate", "a: \"\\ud800\"\n", "line 1: invalid unicode: 55296"},
        {"deep", repeat("{a: ", 100) + repeat("}", 100), "line 1: nested too deep"},
        {"deep blocks", repeat("- ", 100) + "x", "line 1: nested too deep"},
        {"too many values", "[" + repeat("a,", 60'000) + "]", "line 1: more than 50000 values"},
        {"too large", std::string(max_bytes + 1, '#'), "larger than 256 KiB"},
        {"largest", std::string(max_bytes, '#'), "accepted"},
    };
    for (auto const& row : cases)
        DYNAMIC_SECTION(row.name)
        {
            CHECK(error_of(row.text) == row.expected);
        }
    // yaml-cpp 0.8 goes on with the name.
    CHECK(error_of("a: *x\n").starts_with("line 1: the referenced anchor is not defined"));
}

TEST_CASE("parse_yaml: hostile text of the largest size ends in an answer")
{
    for (std::string_view const piece :
         {"[", "{",   "{a: ",  "- ",    "? ",   "[],", ": ",        "&a ",    "!a ",   "*a ",     "\"",
          "'", "|\n", "---\n", "...\n", "%a\n", "? [", "{\"a\":1,", "a: b\n", "\"\\n", "- - a\n", "}"})
        DYNAMIC_SECTION(piece)
        {
            std::string const text = repeat(piece, max_bytes / piece.size());
            static_cast<void>(parse_yaml(text, max_bytes));
            auto const policy = slicegate::policy::parse_policy(text);
            REQUIRE_FALSE(policy.has_value());
            CHECK_FALSE(policy.error().message.empty());
        }
}

TEST_CASE("parse_policy: a file without a value is called empty")
{
    for (char const* text : {"", "\n\n", "# nothing\n", "---\n", "~\n", "\xEF\xBB\xBF"})
        DYNAMIC_SECTION(text)
        {
            auto const policy = slicegate::policy::parse_policy(text);
            REQUIRE_FALSE(policy.has_value());
            CHECK(
                policy.error().message ==
                "line 1: the file is empty; leave --config out for the default policy");
        }
}

TEST_CASE("is_plain_text: what any YAML version takes for something else is no text")
{
    for (char const* scalar :
         {"",    "~",    "null",    "Null", "true", "FALSE", "yes",   "No",    "on",   "Off",
          "y",   "N",    "0",       "12",   "-1",   "+1",    "1_000", ".5",    "1.",   "1.5",
          "1e3", "1E+3", "-1.5e-3", "0x1F", "0o17", "0b1",   ".inf",  "-.Inf", ".NaN", "<<"})
        DYNAMIC_SECTION("no text: " << scalar)
        {
            CHECK_FALSE(is_plain_text(scalar));
        }
    for (char const* scalar :
         {"a", "off-peak", "1.2.3", "v1", "1e", "e3", ".", "-", "+", "_", "1a", "10.0.0.1", "nvidia.com/gpu",
          "a100-40gb"})
        DYNAMIC_SECTION("text: " << scalar)
        {
            CHECK(is_plain_text(scalar));
        }
}
