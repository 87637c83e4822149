// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "certs/load.hpp"
#include "policy/error.hpp"
#include "policy/policy.hpp"

#include <openssl/ssl.h>

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

namespace slicegate::server {

// The whole text of a file. Error io.
[[nodiscard]] Result<std::string> read_file(std::string const& path);

// The policy that the text of a file holds. An error has a line for each problem, which begins with `path`.
[[nodiscard]] Result<std::shared_ptr<policy::Policy const>>
make_policy(std::string const& path, std::string const& text);

// What tells one text from another: the first half of its SHA-256, as `sha256sum` prints it.
[[nodiscard]] std::string digest_of(std::string_view text);

// A TLS context, and when the certificate in it ends.
struct TlsServing {
    std::shared_ptr<SSL_CTX> context;
    std::chrono::system_clock::time_point certificate_end;
};

[[nodiscard]] Result<TlsServing> load_tls(certs::CredentialFiles const& files);

}  // namespace slicegate::server
