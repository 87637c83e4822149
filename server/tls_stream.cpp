// SPDX-License-Identifier: Apache-2.0
#include "server/tls_stream.hpp"

#include <boost/asio/error.hpp>
#include <openssl/err.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <new>
#include <string>
#include <utility>

namespace slicegate::server {
namespace {

// What OpenSSL could not do, for those who only need to know that the connection is over.
error_code describe(int ssl_error)
{
    if (ssl_error == SSL_ERROR_ZERO_RETURN)
        return asio::error::eof;
    if (ssl_error == SSL_ERROR_SYSCALL && errno != 0)
        return {errno, boost::system::system_category()};
    return asio::error::connection_reset;
}

bool wants_more(int ssl_error)
{
    return ssl_error == SSL_ERROR_WANT_READ || ssl_error == SSL_ERROR_WANT_WRITE;
}

int clamp(std::size_t size)
{
    return static_cast<int>(std::min<std::size_t>(size, std::numeric_limits<int>::max()));
}

}  // namespace

TlsStream::TlsStream(Socket socket, SSL_CTX* context) : socket_{std::move(socket)}, ssl_{SSL_new(context)}
{
    if (!ssl_)
        throw std::bad_alloc{};
    socket_.native_non_blocking(true);
    if (SSL_set_fd(ssl_.get(), socket_.native_handle()) != 1)
        throw std::bad_alloc{};
    SSL_set_mode(
        ssl_.get(),
        SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
    SSL_set_read_ahead(ssl_.get(), 1);  // one read for a record instead of two: its head, its rest
    SSL_set_accept_state(ssl_.get());
}

Task<error_code> TlsStream::wait_for(int ssl_error)
{
    if (!wants_more(ssl_error))
        co_return describe(ssl_error);
    auto const direction = ssl_error == SSL_ERROR_WANT_READ ? Socket::wait_read : Socket::wait_write;
    if (cancelled_)
        co_return asio::error::operation_aborted;
    auto const [error] = co_await socket_.async_wait(direction, as_values);
    // A wait that was over before cancel() came knows nothing of it.
    co_return cancelled_ ? error_code{asio::error::operation_aborted} : error;
}

Task<HandshakeResult> TlsStream::handshake()
{
    for (;;) {
        ERR_clear_error();
        errno = 0;
        int const result = SSL_do_handshake(ssl_.get());
        if (result == 1)
            co_return HandshakeResult{};
        int const ssl_error = SSL_get_error(ssl_.get(), result);
        auto const reason = ERR_peek_last_error();  // the queue is the thread's: asked before others run
        auto const error = co_await wait_for(ssl_error);
        if (error)
            co_return HandshakeResult{error, reason};
    }
}

Task<ReadResult> TlsStream::read_some(std::span<char> buffer)
{
    for (;;) {
        ERR_clear_error();
        errno = 0;
        int const result = SSL_read(ssl_.get(), buffer.data(), clamp(buffer.size()));
        if (result > 0)
            co_return ReadResult{{}, static_cast<std::size_t>(result)};
        int const ssl_error = SSL_get_error(ssl_.get(), result);
        if (cancelled_)
            co_return ReadResult{
                wants_more(ssl_error) ? asio::error::operation_aborted : describe(ssl_error), 0};
        // Cancelled while it waited: one more look, so that a request that has arrived by now gets its
        // answer.
        auto const error = co_await wait_for(ssl_error);
        if (error && !cancelled_)
            co_return ReadResult{error, 0};
    }
}

Task<error_code> TlsStream::write(std::string_view bytes)
{
    while (!bytes.empty()) {
        ERR_clear_error();
        errno = 0;
        int const result = SSL_write(ssl_.get(), bytes.data(), clamp(bytes.size()));
        if (result <= 0)
            co_return co_await write_rest(bytes, SSL_get_error(ssl_.get(), result));
        bytes.remove_prefix(static_cast<std::size_t>(result));
    }
    co_return error_code{};
}

Task<error_code> TlsStream::write_rest(std::string_view bytes, int ssl_error)
{
    std::string const rest{bytes};
    for (bytes = rest;;) {
        auto const error = co_await wait_for(ssl_error);
        if (error)
            co_return error;
        do {
            ERR_clear_error();
            errno = 0;
            int const result = SSL_write(ssl_.get(), bytes.data(), clamp(bytes.size()));
            ssl_error = SSL_get_error(ssl_.get(), result);
            if (result > 0)
                bytes.remove_prefix(static_cast<std::size_t>(result));
            if (bytes.empty())
                co_return error_code{};
        } while (ssl_error == SSL_ERROR_NONE);
    }
}

Task<> TlsStream::linger(std::span<char> buffer)
{
    close_notify();
    ::shutdown(socket_.native_handle(), SHUT_WR);
    for (;;) {
        auto const bytes = ::recv(socket_.native_handle(), buffer.data(), buffer.size(), 0);
        if (bytes == 0 || (bytes < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR))
            co_return;
        // Also where more is there already: a fast sender shares the thread with all others.
        auto const error = co_await wait_for(SSL_ERROR_WANT_READ);
        if (error)
            co_return;
    }
}

void TlsStream::close_notify()
{
    if (!SSL_is_init_finished(ssl_.get()))
        return;
    ERR_clear_error();
    SSL_shutdown(ssl_.get());
}

void TlsStream::cancel()
{
    cancelled_ = true;
    error_code ignored;
    socket_.cancel(ignored);
}

}  // namespace slicegate::server
