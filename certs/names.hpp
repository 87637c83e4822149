// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/error.hpp"

#include <string>
#include <string_view>

namespace slicegate::certs {

enum class NameKind { dns, ip };

// What a certificate is for: a DNS name in lower case, or an IP address as OpenSSL reads it.
struct SubjectName {
    NameKind kind;
    std::string text;
};

// A DNS name (RFC 1123, at most 253 bytes, no wildcard: a webhook has one name) or an IP address without
// brackets. Error bad_option: the text, what is wrong with it, what is allowed.
[[nodiscard]] Result<SubjectName> parse_subject_name(std::string_view text);

// One label of a DNS name, as Services and namespaces are named: a-z, 0-9 and '-', 1 to 63 bytes.
[[nodiscard]] Result<std::string> parse_label(std::string_view text);

// Labels joined by dots, as Secrets are named; at most 253 bytes.
[[nodiscard]] Result<std::string> parse_subdomain(std::string_view text);

}  // namespace slicegate::certs
