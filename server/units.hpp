// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/error.hpp"
#include "server/asio.hpp"
#include "server/log.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace slicegate::server {

// The values of options, as people write them. Errors (bad_option) say what would be right; they do not name
// the option.

// "500ms", "10s", "2m", "1h": above zero, at most a day.
[[nodiscard]] Result<std::chrono::milliseconds> parse_duration(std::string_view text);

// The same, and 0: no wait at all.
[[nodiscard]] Result<std::chrono::milliseconds> parse_wait(std::string_view text);

// "1048576", "32MiB", "64KiB", "1GiB": above zero, at most 1 TiB. A blank before the unit is forgiven.
[[nodiscard]] Result<std::uint64_t> parse_bytes(std::string_view text);

// A whole number from 1 to 1,000,000.
[[nodiscard]] Result<std::size_t> parse_count(std::string_view text);

// "127.0.0.1:8443", "[::]:8443" or ":8443", which is all addresses of IPv4. Names are not looked up.
[[nodiscard]] Result<Endpoint> parse_endpoint(std::string_view text);

// debug, info, warning or error.
[[nodiscard]] Result<Level> parse_level(std::string_view text);

}  // namespace slicegate::server
