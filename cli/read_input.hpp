// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/error.hpp"

#include <cstddef>
#include <string>

namespace slicegate::cli {

// The content of a file, or of standard input for "-". Reads no further than one byte past `limit`, so that a
// device without end does no harm; more than `limit` is an error. Error: Errc::io, without the path.
[[nodiscard]] Result<std::string> read_input(std::string const& path, std::size_t limit);

}  // namespace slicegate::cli
