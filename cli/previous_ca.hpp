// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/error.hpp"

#include <string>
#include <string_view>

namespace slicegate::cli {

// The CA certificates that the API server trusts now, in PEM: from PEM itself, or from the caBundles of webhook
// registrations as kubectl prints them (JSON or YAML, one or a List), each once. `place` is for messages. Errors: io
// where the text is neither, bad_certificate where it holds no caBundle.
[[nodiscard]] Result<std::string> read_previous_ca(std::string_view text, std::string const& place);

}  // namespace slicegate::cli
