// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "server/asio.hpp"
#include "server/log.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace slicegate::server {

// `slicegate serve`, as given by arguments, else by the environment, else by the defaults in options.cpp.
struct ServeOptions {
    Endpoint listen;
    Endpoint ops_listen;
    std::string config;  // empty: the compiled-in policy
    std::string tls_cert;
    std::string tls_key;
    std::string client_ca;  // empty: callers need no certificate
    std::size_t threads = 0;
    Level log_level = Level::info;
    bool is_log_level_given = false;  // by argument or environment: the policy's logLevel does not count then
    std::uint64_t max_body_bytes = 0;
    std::uint64_t max_inflight_bytes = 0;
    std::size_t max_connections = 0;
    std::chrono::milliseconds handshake_timeout{0};
    std::chrono::milliseconds header_timeout{0};
    std::chrono::milliseconds body_timeout{0};
    std::chrono::milliseconds write_timeout{0};
    std::chrono::milliseconds idle_timeout{0};
    std::chrono::milliseconds drain_time{0};
};

// Adds the options to `command`; they are in `options` when it has been parsed. Wrong values throw a
// CLI::ValidationError, which names the option or the variable.
void add_serve_options(CLI::App& command, ServeOptions& options);

// How the user has given this value: "--listen", or "SLICEGATE_LISTEN" where the environment holds it.
[[nodiscard]] std::string name_as_given(std::string_view option, std::string const& value);

}  // namespace slicegate::server
