// SPDX-License-Identifier: Apache-2.0
#include "server/worker.hpp"

#include "server/session.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>

#include <exception>
#include <utility>

namespace slicegate::server {
namespace {

// A deadline is kept to within this. Nobody's timeout is so short that it would matter, and a sweep over
// thousands of connections takes some µs.
constexpr std::chrono::milliseconds sweep_interval{100};

// The largest record of TLS holds 16 KiB; a body of several comes in as many reads.
constexpr std::size_t input_bytes = std::size_t{64} * 1024;

void report(ThreadState& thread, std::exception_ptr const& failure)
{
    if (!failure)
        return;
    thread.load.session_failures.fetch_add(1, std::memory_order_relaxed);
    try {
        std::rethrow_exception(failure);
    } catch (std::exception const& exception) {
        log_event(thread.logger, Level::err, "connection failed", {{"error", exception.what()}});
    } catch (...) {
        log_event(thread.logger, Level::err, "connection failed");
    }
}

}  // namespace

Worker::Worker(Limits const& limits, Serving serving, Load& load, Metrics& metrics, Logger& logger)
    : thread_state_{limits, std::move(serving),
                    load,   metrics,
                    logger, Roster{limits.phases},
                    {},     std::vector<char>(input_bytes),
                    {},     {}},
      thread_{[this] { run(); }}
{
}

Worker::~Worker()
{
    asio::post(context_, [this] {
        thread_state_.roster.close_all();
        work_.reset();
    });
    thread_.join();
}

void Worker::run()
{
    context_.run();
}

void Worker::adopt(Socket socket)
{
    // A bug in one session ends that session.
    asio::co_spawn(
        context_,
        [this, socket = std::move(socket)]() mutable -> Task<> {
            if (!std::exchange(is_sweeping_, true))
                asio::co_spawn(context_, sweep_until_empty(), [](std::exception_ptr const&) {});
            co_await run_session(thread_state_, std::move(socket));
        },
        [this](std::exception_ptr const& failure) {
            report(thread_state_, failure);
            thread_state_.load.connections.fetch_sub(1, std::memory_order_relaxed);
        });
}

Task<> Worker::sweep_until_empty()
{
    Timer timer{context_.get_executor()};
    do {
        timer.expires_after(sweep_interval);
        co_await timer.async_wait(as_values);
        thread_state_.roster.sweep(Clock::now());
    } while (!thread_state_.roster.empty());
    is_sweeping_ = false;
}

void Worker::use(Serving serving)
{
    asio::post(context_, [this, serving = std::move(serving)]() mutable {
        thread_state_.serving = std::move(serving);
    });
}

void Worker::evict_longest_wait()
{
    asio::post(context_, [this] {
        if (thread_state_.roster.evict_longest_wait())
            thread_state_.load.evictions.fetch_add(1, std::memory_order_relaxed);
    });
}

void Worker::close_idle()
{
    asio::post(context_, [this] { thread_state_.roster.close_idle(); });
}

}  // namespace slicegate::server
