// SPDX-License-Identifier: Apache-2.0
#include "server/listener.hpp"

#include <boost/asio/error.hpp>

#include <algorithm>
#include <sstream>
#include <string>
#include <utility>

namespace slicegate::server {
namespace {

// Long enough not to spin, short enough to be unnoticed when descriptors are back.
constexpr std::chrono::milliseconds pause_after_failure{10};

std::string render(Endpoint const& endpoint)
{
    std::ostringstream text;
    text << endpoint;
    return text.str();
}

// False where every connection has a request in flight.
bool make_room(Workers const& workers)
{
    auto const& worker =
        *std::ranges::min_element(workers, {}, [](auto const& it) { return it->oldest_wait(); });
    if (worker->oldest_wait() == Clock::time_point::max())
        return false;
    worker->evict_longest_wait();
    return true;
}

void hand_over(Socket socket, Worker& worker, Workers const& workers, Load& load, std::size_t max_connections)
{
    if (load.connections.load(std::memory_order_relaxed) >= max_connections && !make_room(workers)) {
        load.evictions.fetch_add(1, std::memory_order_relaxed);
        return;
    }
    error_code ignored;
    socket.set_option(asio::ip::tcp::no_delay{true}, ignored);
    load.connections.fetch_add(1, std::memory_order_relaxed);
    worker.adopt(std::move(socket));
}

}  // namespace

Result<Acceptor> make_acceptor(Executor const& executor, Endpoint const& endpoint)
{
    Acceptor acceptor{executor};
    error_code error;
    acceptor.open(endpoint.protocol(), error);
    if (!error)
        acceptor.set_option(Acceptor::reuse_address{true}, error);
    if (!error)
        acceptor.bind(endpoint, error);
    if (!error)
        acceptor.listen(Acceptor::max_listen_connections, error);
    if (error)
        return Error{Errc::io, "cannot listen on " + render(endpoint) + ": " + error.message()};
    return acceptor;
}

Task<> run_listener(Acceptor& acceptor, Workers& workers, Load& load, std::size_t max_connections)
{
    Timer timer{acceptor.get_executor()};
    for (std::size_t turn = 0;; ++turn) {
        auto& worker = *workers[turn % workers.size()];
        auto [error, socket] = co_await acceptor.async_accept(worker.executor(), as_values);
        if (!acceptor.is_open())
            co_return;
        if (!error) {
            load.accepted.fetch_add(1, std::memory_order_relaxed);
            hand_over(std::move(socket), worker, workers, load, max_connections);
            continue;
        }
        // A peer that has gone already is its own business; anything else is a lack of descriptors or memory.
        if (error == asio::error::connection_aborted)
            continue;
        load.accept_failed_at = Clock::now().time_since_epoch().count();
        load.accept_failures.fetch_add(1, std::memory_order_relaxed);
        make_room(workers);
        timer.expires_after(pause_after_failure);
        co_await timer.async_wait(as_values);
        if (!acceptor.is_open())
            co_return;
    }
}

}  // namespace slicegate::server
