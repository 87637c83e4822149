// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

// Names as the API server checks them: k8s.io/apimachinery/pkg/util/validation, and for extended resources
// k8s.io/kubernetes/pkg/apis/core/v1/helper.
namespace slicegate::policy {

// The name of a namespace.
[[nodiscard]] bool is_dns1123_label(std::string_view text);

// The name of most objects, and the prefix of a qualified name.
[[nodiscard]] bool is_dns1123_subdomain(std::string_view text);

// A label key or resource name: `name` or `prefix/name`.
[[nodiscard]] bool is_qualified_name(std::string_view text);

// May be empty.
[[nodiscard]] bool is_label_value(std::string_view text);

// A resource that a device plugin may advertise: has a prefix, which is not one of Kubernetes' own.
[[nodiscard]] bool is_extended_resource_name(std::string_view text);

// A label key with a prefix that Kubernetes keeps for itself (kubernetes.io, k8s.io and below).
[[nodiscard]] bool is_reserved_label_key(std::string_view key);

}  // namespace slicegate::policy
