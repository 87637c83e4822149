// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "certs/openssl.hpp"
#include "policy/error.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace slicegate::certs {

// Every certificate of the PEM text, in its order, at least one. `path` is for the message (bad_certificate).
[[nodiscard]] Result<std::vector<Certificate>>
parse_certificates(std::string_view pem, std::string const& path);

// The first private key of the PEM text. An encrypted one is refused: nobody is there to type a pass phrase.
[[nodiscard]] Result<Key> parse_key(std::string_view pem, std::string const& path);

}  // namespace slicegate::certs
