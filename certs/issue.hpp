// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "certs/make.hpp"
#include "certs/secret.hpp"
#include "policy/error.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace slicegate::certs {

struct IssueRequest {
    ServingRequest serving;
    std::chrono::days ca_lifetime = default_ca_lifetime;
    // Paths of an existing CA that is to sign; empty: a new one is made.
    std::string ca_certificate;
    std::string ca_key;
    // The CAs that callers trust now, for a renewal (PEM), and where they come from, for messages; empty: none. They
    // stay trusted until they end.
    std::string previous_bundle;
    std::string previous_place;
};

// Everything a webhook's server and its registration need, in PEM.
struct Issued {
    std::string ca_bundle;         // the CA that signed, then the ones before it
    std::optional<Secret> ca_key;  // of a CA that was made here
    std::string certificate;
    Secret key;
    TimePoint not_after;
    TimePoint ca_not_after;
};

[[nodiscard]] Result<Issued> issue(IssueRequest const& request, TimePoint now);

// A registration's caBundle: base64 in one line. Error bad_certificate for PEM that holds no certificate, or
// holds a private key: a registration can be read by many.
[[nodiscard]] Result<std::string> render_ca_bundle(std::string_view pem, std::string const& path);

// A Secret of type kubernetes.io/tls, with ca.crt beside its two keys; never with the CA's key, which a
// webhook has no use for. YAML.
struct SecretName {
    std::string name;
    std::string namespace_;
    // app.kubernetes.io/name; empty: none. GCC warns of those who leave it out, had it no initialiser.
    std::string app_label = {};  // NOLINT(readability-redundant-member-init)
};
[[nodiscard]] Secret render_secret_manifest(Issued const& issued, SecretName const& name);

}  // namespace slicegate::certs
