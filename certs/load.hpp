// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "certs/openssl.hpp"
#include "certs/time.hpp"
#include "policy/error.hpp"

#include <string>
#include <vector>

namespace slicegate::certs {

// Where a server's certificates are; PEM, as a kubernetes.io/tls Secret is mounted.
struct CredentialFiles {
    std::string certificate;  // the serving certificate first, then its intermediates
    std::string key;
    std::string client_ca;  // empty: callers need no certificate
};

// What a server shows to callers, and whom it answers. Checked: a pair that loads is one that kube-apiserver
// accepts.
struct Credentials {
    Certificate leaf;
    std::vector<Certificate> intermediates;
    Key key;
    std::vector<Certificate> client_cas;  // empty: callers need no certificate
    TimePoint not_after;                  // the first end among the leaf and its intermediates
};

// Reads and checks the files as of `now`. Errors (bad_certificate, or io where a file cannot be read) say
// which file, what is wrong and what to do. Nothing is kept open, and no pass phrase is ever asked for.
[[nodiscard]] Result<Credentials> load_credentials(CredentialFiles const& files, TimePoint now);

}  // namespace slicegate::certs
