// SPDX-License-Identifier: Apache-2.0
#include "certs/names.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <optional>

namespace slicegate::certs {
namespace {

constexpr std::size_t max_label_bytes = 63;  // RFC 1035 section 2.3.4
constexpr std::size_t max_name_bytes = 253;  // the same, without the length bytes of the wire

bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool is_label_char(char c)
{
    return (c >= 'a' && c <= 'z') || is_digit(c) || c == '-';
}

// For a message on a terminal: anything but plain ASCII becomes '?', and it is not longer than a name could
// be.
std::string quote(std::string_view text)
{
    std::string quoted{text.substr(0, max_name_bytes)};
    std::ranges::replace_if(quoted, [](char c) { return c < ' ' || c > '~'; }, '?');
    return "'" + quoted + "'";
}

std::optional<std::string> find_label_problem(std::string_view label)
{
    if (label.empty())
        return "a part between the dots is empty";
    if (label.size() > max_label_bytes)
        return "a part between the dots is longer than 63 characters";
    auto const odd = std::ranges::find_if_not(label, is_label_char);
    if (odd != label.end())
        return quote({odd, odd + 1}) + " is not allowed, use a-z, 0-9 and '-'";
    if (label.front() == '-' || label.back() == '-')
        return "a part begins or ends with '-'";
    return {};
}

bool is_ip(std::string const& text)
{
    std::array<unsigned char, sizeof(in6_addr)> address{};
    return ::inet_pton(AF_INET, text.c_str(), address.data()) == 1 ||
           ::inet_pton(AF_INET6, text.c_str(), address.data()) == 1;
}

std::optional<std::string> find_dns_problem(std::string_view name)
{
    if (name.size() > max_name_bytes)
        return "it is longer than 253 characters";
    if (name.find(':') != std::string_view::npos)
        return "give an IPv6 address in full and without brackets or port, or a DNS name";
    if (name.find('*') != std::string_view::npos)
        return "a wildcard is of no use here, name each host";
    std::size_t begin = 0;
    for (std::size_t end = 0; end != std::string_view::npos; begin = end + 1) {
        end = name.find('.', begin);
        if (auto problem = find_label_problem(name.substr(begin, end - begin)))
            return problem;
    }
    std::string_view const last = name.substr(name.rfind('.') + 1);
    if (std::ranges::all_of(last, is_digit))  // no top-level domain is a number: RFC 1123 section 2.1
        return "it looks like an IPv4 address and is none";
    return {};
}

std::string lower(std::string_view text)
{
    std::string lowered{text};
    for (char& c : lowered)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return lowered;
}

}  // namespace

Result<SubjectName> parse_subject_name(std::string_view text)
{
    std::string name = lower(text);
    if (name.find('\0') == std::string::npos && is_ip(name))
        return SubjectName{NameKind::ip, std::move(name)};
    if (auto const problem = find_dns_problem(name))
        return Error{Errc::bad_option, quote(text) + " is neither a DNS name nor an IP address: " + *problem};
    return SubjectName{NameKind::dns, std::move(name)};
}

Result<std::string> parse_label(std::string_view text)
{
    if (text.empty())
        return Error{Errc::bad_option, "it is empty; use a-z, 0-9 and '-'"};
    if (text.size() > max_label_bytes)
        return Error{Errc::bad_option, quote(text) + " is longer than 63 characters"};
    if (auto const problem = find_label_problem(text))
        return Error{Errc::bad_option, quote(text) + " is no name of a Service or namespace: " + *problem};
    return std::string{text};
}

}  // namespace slicegate::certs
