// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "server/ops.hpp"

#include <array>
#include <chrono>
#include <string>
#include <string_view>

namespace slicegate::server {

// What a server has to say of itself at one moment.
struct Condition {
    std::string_view policy;  // the name of the one in use
    std::string_view policy_digest;
    std::chrono::system_clock::time_point certificate_end;
    std::chrono::system_clock::time_point now;
    bool is_accepting;  // the TLS port takes connections
    bool is_draining;
    std::array<std::string, 2> const& reload_errors;  // by Reloadable; empty where what is on disk is in use
};

enum class Detail { brief, verbose };

// 200 where callers may come, else 503. Brief: "ok", or a line for each reason. Verbose: a line for each part,
// "[+]part: …" or "[-]part: …", as the API server's own /readyz?verbose has them. What is on disk and not in use
// is said there too; it makes nothing unready, for the last good one serves.
[[nodiscard]] OpsAnswer render_readiness(Condition const& condition, Detail detail);

}  // namespace slicegate::server
