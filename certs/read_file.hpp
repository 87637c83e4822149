// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "certs/secret.hpp"
#include "policy/error.hpp"

#include <string>

namespace slicegate::certs {

// The bytes of a certificate or key file. Error io: the path, why it cannot be read, what to do.
[[nodiscard]] Result<Secret> read_file(std::string const& path);

}  // namespace slicegate::certs
