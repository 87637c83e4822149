// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace slicegate::cli {

// The bytes of standard base64; what is not of its alphabet (line ends, padding) is passed over.
[[nodiscard]] std::string decode_base64(std::string_view text);

}  // namespace slicegate::cli
