// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace slicegate::server {

// The project's version, "1.2.3".
[[nodiscard]] std::string_view version();

}  // namespace slicegate::server
