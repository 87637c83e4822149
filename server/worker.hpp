// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "server/asio.hpp"
#include "server/thread_state.hpp"

#include <boost/asio/executor_work_guard.hpp>

#include <thread>

namespace slicegate::server {

// One thread, one io_context, and the connections that were handed to it. A connection never changes its
// thread, so nothing it does needs a lock or a strand.
//
// All public functions may be called from any thread.
class Worker {
public:
    Worker(Limits const& limits, Serving serving, Load& load, Metrics& metrics, Logger& logger);

    // Ends every connection and waits for the thread.
    ~Worker();

    Executor executor() { return context_.get_executor(); }

    // Takes over an accepted connection. It is in Load::connections until it ends.
    void adopt(Socket socket);

    // From the next handshake and the next review on.
    void use(Serving serving);

    void evict_longest_wait();
    void close_idle();
    Clock::time_point oldest_wait() const { return thread_state_.roster.oldest_wait(); }

private:
    void run();
    Task<> sweep_until_empty();

    ThreadState thread_state_;  // outlives the context, whose coroutines refer to it
    asio::io_context context_{1};
    asio::executor_work_guard<Executor> work_{context_.get_executor()};
    bool is_sweeping_ = false;
    std::thread thread_;
};

}  // namespace slicegate::server
