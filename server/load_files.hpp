// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "certs/load.hpp"
#include "policy/error.hpp"
#include "policy/policy.hpp"

#include <openssl/ssl.h>

#include <chrono>
#include <memory>
#include <string>

namespace slicegate::server {

// The whole text of a file. Error io.
[[nodiscard]] Result<std::string> read_file(std::string const& path);

// The policy that the text of a file holds; `path` is named in errors.
[[nodiscard]] Result<std::shared_ptr<policy::Policy const>>
make_policy(std::string const& path, std::string const& text);

// A TLS context, and when the certificate in it ends.
struct TlsServing {
    std::shared_ptr<SSL_CTX> context;
    std::chrono::system_clock::time_point certificate_end;
};

[[nodiscard]] Result<TlsServing> load_tls(certs::CredentialFiles const& files);

}  // namespace slicegate::server
