// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "server/asio.hpp"
#include "server/thread_state.hpp"

namespace slicegate::server {

// Serves one connection until either side has enough of it: handshake, then request after request.
Task<> run_session(ThreadState& thread, Socket socket);

}  // namespace slicegate::server
