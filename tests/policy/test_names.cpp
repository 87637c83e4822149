// SPDX-License-Identifier: Apache-2.0
#include "policy/glob.hpp"
#include "policy/kubernetes_names.hpp"
#include "policy/nearest.hpp"

#include <catch2/catch_test_macros.hpp>

#include <array>
#include <string>

using namespace slicegate::policy;

TEST_CASE("nearest: the word that was meant, or none")
{
    static constexpr std::array<std::string_view, 6> words = {"share", "dedicate",     "deny",
                                                              "warn",  "nodeSelector", "off"};
    struct Case {
        char const* word;
        char const* expected;
    };
    for (auto const& row :
         {Case{"shared", "share"}, Case{"sahre", "share"}, Case{"dedicated", "dedicate"},
          Case{"DEDICATE", "dedicate"}, Case{"warning", "warn"}, Case{"nodeselectors", "nodeSelector"},
          Case{"of", "off"}, Case{"exclusive", ""}, Case{"", ""}, Case{"x", ""}, Case{"own", ""}})
        DYNAMIC_SECTION(row.word)
        {
            CHECK(nearest(row.word, words) == row.expected);
        }
    CHECK(nearest(std::string(1'000'000, 's'), words).empty());
    CHECK(nearest("share", {}).empty());
}

TEST_CASE("matches_glob: a star is any run of characters, everything else is itself")
{
    struct Case {
        char const* pattern;
        char const* text;
        bool expected;
    };
    for (auto const& row : {
             Case{"", "", true},
             Case{"", "a", false},
             Case{"a", "a", true},
             Case{"a", "ab", false},
             Case{"*", "", true},
             Case{"*", "abc", true},
             Case{"**", "abc", true},
             Case{"a*", "a", true},
             Case{"a*", "ba", false},
             Case{"*a", "aba", true},
             Case{"*a", "ab", false},
             Case{"a*a", "a", false},
             Case{"a*a", "aa", true},
             Case{"a*b*c", "axbybzc", true},
             Case{"a*b*c", "acb", false},
             Case{"*ab*ab*", "xabab", true},
             Case{"*ab*ab*", "xaab", false},
             Case{"*ab*b", "ab", false},
             Case{"prod-*", "prod-", true},
             Case{"a?c", "abc", false},
             Case{"a.c", "abc", false},
             Case{"[a]", "a", false},
         })
        DYNAMIC_SECTION(row.pattern << " on " << row.text)
        {
            CHECK(matches_glob(row.pattern, row.text) == row.expected);
        }
}

TEST_CASE("matches_glob: a pattern meant to hurt costs no more than its length")
{
    std::string const text(1'000'000, 'a');
    std::string pattern;
    for (int i = 0; i < 1000; ++i)
        pattern += "*a";
    pattern += "*" + std::string(300'000, 'a') + "b*";
    CHECK_FALSE(matches_glob(pattern, text));
}

TEST_CASE("kubernetes_names: as apimachinery checks them")
{
    std::string const at_63(63, 'a');
    std::string const past_63(64, 'a');
    std::string at_253;
    while (at_253.size() < 253)
        at_253 += (at_253.size() % 2 == 0) ? 'a' : '.';

    CHECK(is_dns1123_label("a-1"));
    CHECK(is_dns1123_label(at_63));
    for (char const* text : {"", "-a", "a-", "A", "a.b", "a_b", "é"})
        CHECK_FALSE(is_dns1123_label(text));
    CHECK_FALSE(is_dns1123_label(past_63));

    CHECK(is_dns1123_subdomain("a.b-c.0"));
    CHECK(is_dns1123_subdomain(at_253));
    CHECK(is_dns1123_subdomain(past_63));  // each part may be longer than 63 there
    for (char const* text : {"", ".", "a.", ".a", "a..b", "a.-b", "A.b"})
        CHECK_FALSE(is_dns1123_subdomain(text));
    CHECK_FALSE(is_dns1123_subdomain(at_253 + "a"));

    for (char const* text : {"a", "A_b.c-d", "example.com/A_b", "a/0"})
        CHECK(is_qualified_name(text));
    for (char const* text : {"", "/a", "a/", "a/b/c", "A.com/b", "-a", "a_", "a b", "example.com/-"})
        CHECK_FALSE(is_qualified_name(text));
    CHECK(is_qualified_name("a/" + at_63));
    CHECK_FALSE(is_qualified_name("a/" + past_63));

    for (char const* text : {"", "a", "A.b_c-1", "0"})
        CHECK(is_label_value(text));
    for (char const* text : {"-", "a-", ".a", "a/b", "a b"})
        CHECK_FALSE(is_label_value(text));
    CHECK_FALSE(is_label_value(past_63));

    for (char const* text : {"nvidia.com/gpu", "nvidia.com/mig-1g.5gb", "example.com/A"})
        CHECK(is_extended_resource_name(text));
    for (char const* text :
         {"cpu", "kubernetes.io/gpu", "a.kubernetes.io/gpu", "requests.nvidia.com/gpu", "/gpu", "a/b/c"})
        CHECK_FALSE(is_extended_resource_name(text));

    for (char const* key : {"kubernetes.io/a", "k8s.io/a", "node.kubernetes.io/a", "x.k8s.io/a"})
        CHECK(is_reserved_label_key(key));
    for (char const* key :
         {"a", "kubernetes.io", "mykubernetes.io/a", "slicegate.dev/gpu", "example.com/k8s.io"})
        CHECK_FALSE(is_reserved_label_key(key));
}
