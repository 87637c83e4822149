// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace slicegate::server {

// Appends `text` as a JSON string of at most `max_bytes` of its bytes, "…" after what was cut. Any bytes give
// valid JSON in valid UTF-8: control characters are escaped, what is no UTF-8 becomes U+FFFD.
void append_json_string(std::string& out, std::string_view text, std::size_t max_bytes);

}  // namespace slicegate::server
