// SPDX-License-Identifier: Apache-2.0
#include "certs/names.hpp"

#include <catch2/catch_test_macros.hpp>

#include <string>

namespace slicegate::certs {

TEST_CASE("names: DNS names and IP addresses are told apart")
{
    struct Case {
        std::string text;
        NameKind kind;
        std::string name;
    };
    Case const cases[] = {
        {"localhost", NameKind::dns, "localhost"},
        {"Gate.Example.COM", NameKind::dns, "gate.example.com"},
        {"10.example", NameKind::dns, "10.example"},
        {"xn--bcher-kva.example", NameKind::dns, "xn--bcher-kva.example"},
        {std::string(63, 'a'), NameKind::dns, std::string(63, 'a')},
        {"10.0.0.1", NameKind::ip, "10.0.0.1"},
        {"::1", NameKind::ip, "::1"},
        {"FD00::A", NameKind::ip, "fd00::a"},
    };
    for (Case const& one : cases) {
        DYNAMIC_SECTION(one.text)
        {
            auto const parsed = parse_subject_name(one.text);
            REQUIRE(parsed.has_value());
            CHECK(parsed->kind == one.kind);
            CHECK(parsed->text == one.name);
        }
    }
}

TEST_CASE("names: what is neither is refused with the reason")
{
    struct Case {
        std::string text;
        std::string message;
    };
    std::string const what = "' is neither a DNS name nor an IP address: ";
    Case const cases[] = {
        {"", "'" + what + "it is empty, or a part of it is"},
        {"a..b", "'a..b" + what + "it is empty, or a part of it is"},
        {"a.", "'a." + what + "it is empty, or a part of it is"},
        {"my_host", "'my_host" + what + "'_' is not allowed, use a-z, 0-9 and '-'"},
        {"-a.b", "'-a.b" + what + "it begins or ends with '-', or a part of it does"},
        {"a b", "'a b" + what + "' ' is not allowed, use a-z, 0-9 and '-'"},
        {"a\n", "'a?" + what + "'?' is not allowed, use a-z, 0-9 and '-'"},
        {"b\xC3\xBC", "'b??" + what + "'?' is not allowed, use a-z, 0-9 and '-'"},
        {std::string{"1.2.3.4\0x", 9}, "'1.2.3.4?x" + what + "'?' is not allowed, use a-z, 0-9 and '-'"},
        {"1.2.3.256", "'1.2.3.256" + what + "it looks like an IPv4 address and is none"},
        {"1.2.3", "'1.2.3" + what + "it looks like an IPv4 address and is none"},
        {"[::1]",
         "'[::1]" + what + "give an IPv6 address in full and without brackets or port, or a DNS name"},
        {"a:443",
         "'a:443" + what + "give an IPv6 address in full and without brackets or port, or a DNS name"},
        {"*.a.b", "'*.a.b" + what + "a wildcard is of no use here, name each host"},
        {std::string(64, 'a'),
         "'" + std::string(64, 'a') + what + "it is longer than 63 characters, or a part of it is"},
    };
    for (Case const& one : cases) {
        DYNAMIC_SECTION(one.text)
        {
            auto const parsed = parse_subject_name(one.text);
            REQUIRE_FALSE(parsed.has_value());
            CHECK(parsed.error().code == Errc::bad_option);
            CHECK(parsed.error().message == one.message);
        }
    }
}

TEST_CASE("names: a label has no dots, capitals or odd characters")
{
    CHECK(parse_label("slicegate-2").has_value());
    for (char const* const text : {"", "a.b", "A", "a_b", "-a", "a-"}) {
        DYNAMIC_SECTION("'" << text << "'")
        {
            CHECK_FALSE(parse_label(text).has_value());
        }
    }
    CHECK(
        parse_label("a.b").error().message ==
        "'a.b' is no Kubernetes name: '.' is not allowed, use a-z, 0-9 and '-'");
    CHECK_FALSE(parse_label(std::string(64, 'a')).has_value());
}

TEST_CASE("names: a subdomain is labels joined by dots, and may look like a number")
{
    for (char const* const text : {"slicegate-tls", "a.b", "1.2"}) {
        DYNAMIC_SECTION(text)
        {
            CHECK(parse_subdomain(text).has_value());
        }
    }
    for (char const* const text : {"", ".", "a..b", "a.", "A", "a:b"}) {
        DYNAMIC_SECTION("'" << text << "'")
        {
            CHECK_FALSE(parse_subdomain(text).has_value());
        }
    }
}

}  // namespace slicegate::certs
