// SPDX-License-Identifier: Apache-2.0
#include "policy/json_depth.hpp"
#include "policy/text.hpp"
#include "tests/policy/support.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace slicegate::policy;
using namespace slicegate::policy::test;

namespace {

std::string json_string(std::string_view text)
{
    std::string out;
    append_json_string(out, text);
    return out;
}

std::string base64(std::string_view bytes)
{
    std::string out;
    append_base64(out, bytes);
    return out;
}

std::string segment(std::string_view key)
{
    std::string out;
    append_pointer_segment(out, key);
    return out;
}

std::string path_with(std::string path, std::string_view key)
{
    append_path_key(path, key);
    return path;
}

constexpr char const* bad = "\xEF\xBF\xBD";

}  // namespace

TEST_CASE("append_json_string: what nlohmann reads back is what went in")
{
    std::string every;
    for (unsigned code = 0; code < 0x80; ++code)
        every += static_cast<char>(code);
    for (auto const* const more :
         {"\xC2\x80", "\xC3\xA9", "\xE2\x80\xA8", "\xED\x9F\xBF", "\xEF\xBF\xBF", "\xF0\x90\x80\x80",
          "\xF4\x8F\xBF\xBF"})
        every += more;
    CHECK(json::parse(json_string(every)) == every);
    CHECK(json_string(every).find('\x7F') == std::string::npos);
    CHECK(json_string("") == R"("")");
}

TEST_CASE("append_json_string: bytes that are no UTF-8 become U+FFFD, one each")
{
    struct Case {
        std::string_view text;
        std::size_t replaced;
    };
    for (auto const& row :
         {Case{"\x80", 1}, Case{"\xC0\xAF", 2}, Case{"\xC3", 1}, Case{"\xE2\x82", 2}, Case{"\xED\xA0\x80", 3},
          Case{"\xE0\x80\x80", 3}, Case{"\xF0\x80\x80\x80", 4}, Case{"\xF4\x90\x80\x80", 4}, Case{"\xFF", 1},
          Case{"\xF5", 1}}) {
        std::string expected = "a";
        for (std::size_t i = 0; i < row.replaced; ++i)
            expected += bad;
        CHECK(json::parse(json_string("a" + std::string(row.text) + "b")) == expected + "b");
    }
}

TEST_CASE("shown: nothing that a terminal would obey comes through")
{
    struct Case {
        std::string_view text;
        std::string_view expected;
    };
    for (auto const& row : {
             Case{"plain text", "plain text"},
             Case{"\x1B[31mred", "\\u001b[31mred"},
             Case{"a\nb\tc\rd", "a\\u000ab\\u0009c\\u000dd"},
             Case{"\x7F", "\\u007f"},
             Case{
                 "\xC2\x9B"
                 "1m",
                 "\\u009b1m"},
             Case{"\xE2\x80\xAE", "\\u202e"},
             Case{"\xE2\x81\xA6", "\\u2066"},
             Case{"\xE2\x80\xA8", "\\u2028"},
             Case{"\xE2\x80\x8B", "\\u200b"},
             Case{"\xD8\x9C", "\\u061c"},
             Case{"\xEF\xBB\xBF", "\\ufeff"},
             Case{"\xC3\xA9\xE6\xBC\xA2\xF0\x9F\x98\x80", "\xC3\xA9\xE6\xBC\xA2\xF0\x9F\x98\x80"},
             Case{"\xFF", bad},
             Case{std::string_view("\0", 1), "\\u0000"},
         }) {
        CHECK(shown(row.text) == row.expected);
    }
}

TEST_CASE("shown: at most so many bytes, cut between characters, and marked")
{
    CHECK(shown(std::string(63, 'a')) == std::string(63, 'a'));
    CHECK(shown(std::string(64, 'a')) == std::string(63, 'a') + "...");
    CHECK(shown("abcd", 3) == "abc...");
    CHECK(shown("ab\xC3\xA9", 3) == "ab...");
    CHECK(shown("abc\x1B", 8) == "abc...");  // the escape is longer than the character
    CHECK(shown("ab\xFF", 4) == "ab...");
    for (auto const* const unit : {"\x1B", "\xFF", "\xC3\xA9", "\xF0\x9F\x98\x80", "x"}) {
        std::string text;
        for (int i = 0; i < 1000; ++i)
            text += unit;
        for (std::size_t limit = 0; limit < 40; ++limit)
            CHECK(shown(text, limit).size() <= limit + 3);
    }
}

TEST_CASE("append_path_key: names by a dot, other keys in brackets")
{
    CHECK(path_with("", "spec") == "spec");
    CHECK(path_with("spec", "nodeName") == "spec.nodeName");
    CHECK(path_with("limits", "nvidia.com/gpu") == "limits[nvidia.com/gpu]");
    CHECK(path_with("labels", "a b") == "labels[a b]");
    CHECK(path_with("labels", "\x1B]0;") == "labels[\\u001b]0;]");
    CHECK(path_with("labels", std::string(1000, 'k')).size() < 80);
}

TEST_CASE("append_base64: RFC 4648, with padding")
{
    CHECK(base64("").empty());
    CHECK(base64("f") == "Zg==");
    CHECK(base64("fo") == "Zm8=");
    CHECK(base64("foo") == "Zm9v");
    CHECK(base64("foob") == "Zm9vYg==");
    CHECK(base64("\xFB\xFF\xBF") == "+/+/");
    std::string every;
    for (unsigned i = 0; i < 1021; ++i)
        every += static_cast<char>(i * 7 % 256);
    CHECK(decode_base64(base64(every)) == every);
}

TEST_CASE("append_pointer_segment: RFC 6901")
{
    CHECK(segment("slicegate.dev/gpu") == "slicegate.dev~1gpu");
    CHECK(segment("a~b") == "a~0b");
    CHECK(segment("~1/~0") == "~01~1~00");
    CHECK(segment("").empty());
}

TEST_CASE("is_deeper_than: brackets outside strings")
{
    struct Case {
        char const* json;
        std::size_t limit;
        bool expected;
    };
    for (auto const& row :
         {Case{"", 0, false}, Case{"[]", 0, true}, Case{"[]", 1, false}, Case{"[{}]", 1, true},
          Case{"[{}]", 2, false}, Case{"[][][]", 1, false}, Case{"\"[[[\"", 0, false},
          Case{R"("\"[[")", 0, false}, Case{R"(["\\",[]])", 1, true}, Case{"]]][", 0, true},
          Case{"]]][]", 1, false}, Case{"[\"", 0, true}, Case{"\"\\", 0, false}, Case{"{[{", 2, true}}) {
        CAPTURE(row.json, row.limit);
        CHECK(is_deeper_than(row.json, row.limit) == row.expected);
    }
    std::string const open(10'001, '[');
    CHECK(is_deeper_than(open, max_json_depth));
    CHECK_FALSE(is_deeper_than(open.substr(1), max_json_depth));
    CHECK_FALSE(is_deeper_than(std::string("[\"") + open + "\"]", max_json_depth));
}
