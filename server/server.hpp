// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/error.hpp"
#include "server/asio.hpp"
#include "server/listener.hpp"
#include "server/load.hpp"
#include "server/metrics.hpp"
#include "server/ops.hpp"
#include "server/readiness.hpp"
#include "server/thread_state.hpp"
#include "server/worker.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace slicegate::server {

struct ServerOptions {
    Endpoint listen;
    Endpoint ops_listen;
    std::size_t threads;
    std::size_t max_connections;
    Limits limits;
    std::chrono::milliseconds drain_time;
};

// Both ports, the threads behind them, and how they end.
class Server {
public:
    // Binds both ports. Error io. `logger` must outlive the server.
    [[nodiscard]] static Result<std::unique_ptr<Server>>
    make(ServerOptions const& options, Serving const& serving, Logger& logger);

    // Serves, on the calling thread and those of the workers, until a drain is over or stop() is called.
    void run();

    // Not ready from now on. New connections are taken for the drain time, for the API servers hear of the
    // end with a delay; then the idle ones are closed, and what has begun gets some seconds to finish. Any
    // thread.
    void drain();

    // The end without any wait. Any thread.
    void stop() { context_.stop(); }

    // Replaces policy and certificate for what comes from now on. From the server's own executor alone, once
    // it runs.
    void use(Serving const& serving);

    // For /readyz and /metrics: what was new on disk is in use, or why it is not. From the server's own
    // executor alone.
    void note_reload(Reloadable what, std::string error);

    Executor executor() { return context_.get_executor(); }
    unsigned short port() const { return port_; }
    unsigned short ops_port() const { return ops_port_->port(); }

private:
    Server(ServerOptions const& options, Serving const& serving, Logger& logger);

    Result<void> open_ports();
    OpsAnswer render_page(OpsPage page) const;
    Condition condition() const;
    bool is_accepting() const;
    Task<> run_drain();

    ServerOptions options_;
    Logger& logger_;
    Load load_;
    Metrics metrics_{load_};
    std::atomic<std::chrono::system_clock::rep> certificate_end_;
    std::string policy_name_;
    std::string policy_digest_;
    std::array<std::string, 2> reload_errors_;  // by Reloadable; empty where what is on disk is in use
    Workers workers_;  // outlive the context, whose accept under way has a socket of theirs
    asio::io_context context_{1};
    std::optional<Acceptor> acceptor_;
    unsigned short port_ = 0;
    std::optional<OpsPort> ops_port_;
};

}  // namespace slicegate::server
