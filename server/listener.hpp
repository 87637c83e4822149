// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/error.hpp"
#include "server/asio.hpp"
#include "server/load.hpp"
#include "server/worker.hpp"

#include <cstddef>
#include <memory>
#include <vector>

namespace slicegate::server {

using Workers = std::vector<std::unique_ptr<Worker>>;

// A bound and listening socket. Error io: the address and what the system says.
[[nodiscard]] Result<Acceptor> make_acceptor(Executor const& executor, Endpoint const& endpoint);

// Hands accepted connections to the workers in turn, until the acceptor is closed. The API server opens few
// and long-lived ones, which SO_REUSEPORT may put all on one thread.
//
// Past `max_connections` the one that has waited longest without a complete request makes room; where none
// waits, the new one goes. Out of descriptors, likewise, and the listener pauses instead of spinning.
Task<> run_listener(Acceptor& acceptor, Workers& workers, Load& load, std::size_t max_connections);

}  // namespace slicegate::server
