// SPDX-License-Identifier: Apache-2.0
#include "server/ops.hpp"

#include "server/http_request.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/write.hpp>

#include <array>
#include <chrono>
#include <exception>
#include <memory>
#include <string_view>
#include <utility>
#include <variant>

namespace slicegate::server {
namespace {

constexpr RequestLimits request_limits{.max_header_bytes = 8192, .max_body_bytes = 0};
constexpr std::chrono::seconds time_limit{5};
constexpr std::chrono::milliseconds pause_after_failure{50};

// A node's kubelet and a few scrapers; the descriptors are for reviews.
constexpr std::size_t max_connections = 64;

void render_page(std::string& out, RequestHead const& head, OpsPages const& pages)
{
    HttpAnswer answer{.content_type = text_type, .connection = Connection::close, .allow = "GET, HEAD"};
    if (head.method == "HEAD")
        answer.body_part = BodyPart::omit;
    auto const routed = route_ops(head);
    if (auto const* const error = std::get_if<HttpError>(&routed)) {
        render_error(out, *error, answer);
        return;
    }
    auto const page = pages(std::get<OpsPage>(routed));
    if (std::get<OpsPage>(routed) == OpsPage::metrics)
        answer.content_type = "text/plain; version=0.0.4; charset=utf-8";
    answer.status = page.status;
    answer.body = page.body;
    render_answer(out, answer);
}

// The answer to the request that comes from the socket; empty where none comes.
Task<std::string> read_and_render(Socket& socket, OpsPages const& pages)
{
    RequestReader reader{request_limits};
    reader.begin({});
    std::string pending;
    std::string out;
    for (std::array<char, 4096> buffer{};;) {
        auto const [error, bytes] = co_await socket.async_read_some(asio::buffer(buffer), as_values);
        if (error)
            co_return out;
        pending.append(buffer.data(), bytes);
        std::string_view input = pending;
        auto const progress = reader.read(input);
        pending.erase(0, pending.size() - input.size());
        if (progress == RequestReader::Progress::need_more)
            continue;
        if (progress == RequestReader::Progress::failed)
            render_error(out, reader.error(), {.connection = Connection::close});
        else
            render_page(out, reader.head(), pages);
        co_return out;
    }
}

}  // namespace

OpsPort::OpsPort(Acceptor acceptor, OpsPages pages) : acceptor_{std::move(acceptor)}, pages_{std::move(pages)}
{
}

Task<> OpsPort::serve(Socket accepted)
{
    auto const socket = std::make_shared<Socket>(std::move(accepted));
    Timer timer{socket->get_executor(), time_limit};
    timer.async_wait([weak = std::weak_ptr{socket}](error_code const& error) {
        error_code ignored;
        if (auto const still_open = weak.lock(); still_open && !error)
            still_open->close(ignored);
    });
    auto const out = co_await read_and_render(*socket, pages_);
    co_await asio::async_write(*socket, asio::buffer(out), as_values);
    error_code ignored;
    socket->shutdown(Socket::shutdown_send, ignored);
}

Task<> OpsPort::run()
{
    Timer timer{acceptor_.get_executor()};
    for (;;) {
        auto [error, socket] = co_await acceptor_.async_accept(acceptor_.get_executor(), as_values);
        if (error) {
            timer.expires_after(pause_after_failure);
            co_await timer.async_wait(as_values);
        } else if (open_ < max_connections) {
            ++open_;
            asio::co_spawn(
                acceptor_.get_executor(), serve(std::move(socket)),
                [this](std::exception_ptr const&) { --open_; });
        }
    }
}

}  // namespace slicegate::server
