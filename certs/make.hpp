// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "certs/names.hpp"
#include "certs/openssl.hpp"
#include "certs/secret.hpp"
#include "certs/time.hpp"
#include "policy/error.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace slicegate::certs {

struct Pair {
    Certificate certificate;
    Key key;
};

constexpr std::chrono::days default_ca_lifetime{3650};
constexpr std::chrono::days default_lifetime{365};

// What the certificate names: `<service>.<namespace>.svc`, which is what kube-apiserver verifies, the same
// with the usual cluster domain and without `.svc` for people with curl, and `names`.
struct ServingRequest {
    std::string service;
    std::string service_namespace;
    std::vector<SubjectName> names;
    std::chrono::days lifetime = default_lifetime;
};

// A CA that signs serving certificates alone, with a key of its own (ECDSA P-256, SHA-256, as everything made
// here).
[[nodiscard]] Result<Pair> make_ca(TimePoint now, std::chrono::days lifetime);

// A certificate for a webhook's server, signed by `ca`. One that would outlive its CA is refused: it would
// stop being valid before its own end.
[[nodiscard]] Result<Pair> make_serving_pair(Pair const& ca, ServingRequest const& request, TimePoint now);

// PEM.
[[nodiscard]] std::string render_certificate(X509* certificate);
[[nodiscard]] Secret render_key(EVP_PKEY* key);

}  // namespace slicegate::certs
