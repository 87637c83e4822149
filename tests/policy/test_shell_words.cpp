// SPDX-License-Identifier: Apache-2.0
#include "policy/shell_words.hpp"

#include <catch2/catch_test_macros.hpp>

#include <random>
#include <vector>

using namespace slicegate::policy;

namespace {

std::vector<std::string> words_of(std::string_view line)
{
    ShellWords words(line);
    std::vector<std::string> all;
    for (std::string word; words.next(word);)
        all.push_back(word);
    return all;
}

}  // namespace

TEST_CASE("ShellWords: words as a shell would part them")
{
    struct Case {
        char const* name;
        std::string line;
        std::vector<std::string> expected;
    };
    for (auto const& row : {
             Case{"nothing", "", {}},
             Case{"blanks alone", " \t\n ", {}},
             Case{"plain", "exec vllm serve", {"exec", "vllm", "serve"}},
             Case{"single quotes", "a 'b c' d", {"a", "b c", "d"}},
             Case{"double quotes", R"(a "b \"c\" \n $x" d)", {"a", R"(b "c" \n $x)", "d"}},
             Case{"quotes inside a word", R"(--x='0'".4")", {"--x=0.4"}},
             Case{"an empty word", "a '' b", {"a", "", "b"}},
             Case{"backslashes", R"(a\ b \-c)", {"a b", "-c"}},
             Case{"a line that goes on", "a \\\n  --b c\\\nd", {"a", "--b", "cd"}},
             Case{"operators without blanks", "a;b&&c|d>e(f)", {"a", "b", "c", "d", "e", "f"}},
             Case{"comments", "a # b 'c\nd#e #f", {"a", "d#e"}},
             Case{"variables", "$A ${B:-0.9} \"$C\" $(D e)f", {"$A", "${B:-0.9}", "$C", "$(D e)f"}},
             Case{"open single quote", "a 'b c", {"a", "b c"}},
             Case{"open double quote", "a \"b c", {"a", "b c"}},
             Case{"open substitution", "a $(b c", {"a", "$(b c"}},
             Case{"a backslash at the end", "a\\", {"a"}},
             Case{"a dollar at the end", "a$", {"a$"}},
         })
        DYNAMIC_SECTION(row.name)
        {
            CHECK(words_of(row.line) == row.expected);
        }
}

TEST_CASE("ShellWords: random lines end, with no more bytes than they had")
{
    static constexpr std::string_view signs = "ab '\"\\$({)};#\n=-";
    std::mt19937 random(7);
    for (int i = 0; i < 20000; ++i) {
        std::string line;
        for (auto size = random() % 24; size > 0; --size)
            line += signs[random() % signs.size()];
        CAPTURE(line);
        std::size_t bytes = 0;
        for (auto const& word : words_of(line))
            bytes += word.size();
        REQUIRE(bytes <= line.size());
    }
}
