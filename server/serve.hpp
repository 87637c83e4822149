// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/error.hpp"
#include "server/options.hpp"

namespace slicegate::server {

// Serves until SIGTERM or SIGINT and the drain that follows; a second one ends it at once. An Error is
// something that was wrong before a port was opened, or with the port; one of the
// policy (bad_policy) has a line for each problem, which begins with the file. SIGUSR1 makes the log say more,
// SIGUSR2 less.
[[nodiscard]] Result<void> serve(ServeOptions const& options);

}  // namespace slicegate::server
