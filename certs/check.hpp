// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "certs/openssl.hpp"
#include "certs/time.hpp"

#include <optional>
#include <string>

namespace slicegate::certs {

// What is wrong and what to do, to follow the file's name; nothing if all is well.
using Problem = std::optional<std::string>;

// Whether kube-apiserver (Go's crypto/tls and crypto/x509) would accept this as a webhook's own certificate.
[[nodiscard]] Problem check_serving_certificate(X509* certificate, TimePoint now);

// The same for a certificate between it and its root.
[[nodiscard]] Problem check_intermediate(X509* certificate, TimePoint now);

// Whether it says of itself that it signs certificates.
[[nodiscard]] bool is_ca(X509* certificate);

// Whether certificates can be verified with this one: a CA, and valid now.
[[nodiscard]] Problem check_ca(X509* certificate, TimePoint now);

// Its own issuer, as a root is. A verifier has its own copy of a root and does not look at the one sent.
[[nodiscard]] bool is_self_issued(X509* certificate);

}  // namespace slicegate::certs
