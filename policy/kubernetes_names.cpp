// SPDX-License-Identifier: Apache-2.0
#include "policy/kubernetes_names.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

namespace slicegate::policy {

namespace {

// DNS1123LabelMaxLength, qualifiedNameMaxLength and LabelValueMaxLength are all 63 there.
constexpr std::size_t max_name_bytes = 63;
constexpr std::size_t max_subdomain_bytes = 253;  // DNS1123SubdomainMaxLength

constexpr bool is_lower_or_digit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

constexpr bool is_alphanumeric(char c)
{
    return is_lower_or_digit(c) || (c >= 'A' && c <= 'Z');
}

// [a-z0-9]([-a-z0-9]*[a-z0-9])?, of any length
bool is_dns_part(std::string_view text)
{
    return !text.empty() && is_lower_or_digit(text.front()) && is_lower_or_digit(text.back()) &&
           std::ranges::all_of(text, [](char c) { return is_lower_or_digit(c) || c == '-'; });
}

// ([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9], at most 63 bytes
bool is_name_part(std::string_view text)
{
    return !text.empty() && text.size() <= max_name_bytes && is_alphanumeric(text.front()) &&
           is_alphanumeric(text.back()) && std::ranges::all_of(text, [](char c) {
               return is_alphanumeric(c) || c == '-' || c == '_' || c == '.';
           });
}

}  // namespace

bool is_dns1123_label(std::string_view text)
{
    return text.size() <= max_name_bytes && is_dns_part(text);
}

bool is_dns1123_subdomain(std::string_view text)
{
    if (text.size() > max_subdomain_bytes)
        return false;
    for (std::size_t dot = 0; (dot = text.find('.')) != std::string_view::npos; text.remove_prefix(dot + 1))
        if (!is_dns_part(text.substr(0, dot)))
            return false;
    return is_dns_part(text);
}

bool is_qualified_name(std::string_view text)
{
    std::size_t const slash = text.find('/');
    if (slash == std::string_view::npos)
        return is_name_part(text);
    return is_dns1123_subdomain(text.substr(0, slash)) && is_name_part(text.substr(slash + 1));
}

bool is_label_value(std::string_view text)
{
    return text.empty() || is_name_part(text);
}

bool is_extended_resource_name(std::string_view text)
{
    bool const native =
        text.find('/') == std::string_view::npos || text.find("kubernetes.io/") != std::string_view::npos;
    // A quota must be able to name it too, as requests.<name>.
    return !native && !text.starts_with("requests.") && is_qualified_name("requests." + std::string(text));
}

bool is_reserved_label_key(std::string_view key)
{
    std::string_view const prefix = key.substr(0, std::min(key.find('/'), key.size()));
    if (prefix.size() == key.size())
        return false;
    return prefix == "kubernetes.io" || prefix == "k8s.io" || prefix.ends_with(".kubernetes.io") ||
           prefix.ends_with(".k8s.io");
}

}  // namespace slicegate::policy
