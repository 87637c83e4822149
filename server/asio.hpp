// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/error_code.hpp>

#include <chrono>

namespace slicegate::server {

namespace asio = boost::asio;
using boost::system::error_code;

// Each thread has an io_context of its own, so one concrete executor type will do. The type-erased one that
// Asio's aliases carry costs an allocation or an indirect call at every step.
using Executor = asio::io_context::executor_type;
using Endpoint = asio::ip::tcp::endpoint;
using Socket = asio::basic_stream_socket<asio::ip::tcp, Executor>;
using Acceptor = asio::basic_socket_acceptor<asio::ip::tcp, Executor>;
using Clock = std::chrono::steady_clock;
using Timer = asio::basic_waitable_timer<Clock, asio::wait_traits<Clock>, Executor>;

// A coroutine of this server. What is awaited gets a statement and a name of its own: inside a condition, GCC
// 12 makes code of it that does not survive the first wait.
template <class T = void> using Task = asio::awaitable<T, Executor>;

// The completion token of this server: errors come as values, `auto [error, result] = co_await …`.
inline constexpr auto as_values = asio::as_tuple(asio::use_awaitable_t<Executor>{});

}  // namespace slicegate::server
