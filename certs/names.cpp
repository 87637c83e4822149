// SPDX-License-Identifier: Apache-2.0
#include "certs/names.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>

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
        return "it is empty, or a part of it is";
    if (label.size() > max_label_bytes)
        return "it is longer than 63 characters, or a part of it is";
    auto const odd = std::ranges::find_if_not(label, is_label_char);
    if (odd != label.end())
        return quote({odd, odd + 1}) + " is not allowed, use a-z, 0-9 and '-'";
    if (label.front() == '-' || label.back() == '-')
        return "it begins or ends with '-', or a part of it does";
    return {};
}

bool is_ip(std::string const& text)
{
    std::array<unsigned char, sizeof(in6_addr)> address{};
    return ::inet_pton(AF_INET, text.c_str(), address.data()) == 1 ||
           ::inet_pton(AF_INET6, text.c_str(), address.data()) == 1;
}

std::optional<std::string> find_subdomain_problem(std::string_view name)
{
    if (name.size() > max_name_bytes)
        return "it is longer than 253 characters";
    std::size_t begin = 0;
    for (std::size_t end = 0; end != std::string_view::npos; begin = end + 1) {
        end = name.find('.', begin);
        if (auto problem = find_label_problem(name.substr(begin, end - begin)))
            return problem;
    }
    return {};
}

std::optional<std::string> find_dns_problem(std::string_view name)
{
    if (name.find(':') != std::string_view::npos)
        return "give an IPv6 address in full and without brackets or port, or a DNS name";
    if (name.find('*') != std::string_view::npos)
        return "a wildcard is of no use here, name each host";
    if (auto problem = find_subdomain_problem(name))
        return problem;
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

Error no_kubernetes_name(std::string_view text, std::string const& problem)
{
    return {Errc::bad_option, quote(text) + " is no Kubernetes name: " + problem};
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
    if (auto const problem = find_label_problem(text))
        return no_kubernetes_name(text, *problem);
    return std::string{text};
}

Result<std::string> parse_subdomain(std::string_view text)
{
    if (auto const problem = find_subdomain_problem(text))
        return no_kubernetes_name(text, *problem);
    return std::string{text};
}

}  // namespace slicegate::certs
