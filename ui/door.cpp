// SPDX-License-Identifier: Apache-2.0
#include "ui/door.hpp"

#include "ui/guard.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>

#include <chrono>
#include <csignal>
#include <optional>
#include <ostream>
#include <sstream>
#include <utility>

namespace slicegate::ui {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;
using Request = http::request<http::string_body>;
using Response = http::response<http::string_body>;

constexpr auto as_values = asio::as_tuple(asio::use_awaitable);
constexpr std::chrono::seconds patience{60};
// Read whole, so that a browser gets to see the refusal of what is too large.
constexpr std::uint64_t max_body_bytes = std::uint64_t{32} * 1024 * 1024;
// More has no browser that looks at one page.
constexpr unsigned max_connections = 64;

constexpr char const* content_policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src "
                                       "'self'; connect-src 'self'; base-uri 'none'; "
                                       "form-action 'none'; frame-ancestors 'none'";

std::string_view field(Request const& request, char const* name)
{
    auto const value = request[name];
    return {value.data(), value.size()};
}

std::string_view path_of(Request const& request)
{
    std::string_view const target{request.target().data(), request.target().size()};
    return target.substr(0, target.find('?'));
}

Answer answer(Answers const& answers, Request const& request, unsigned short port)
{
    constexpr unsigned forbidden = 403;
    constexpr unsigned wrong_method = 405;
    Caller const caller{
        .host = field(request, "Host"),
        .origin = field(request, "Origin"),
        .fetch_site = field(request, "Sec-Fetch-Site")};
    if (auto const objection = find_objection(caller, port))
        return fail(forbidden, *objection);
    if (request.method() == http::verb::get || request.method() == http::verb::head)
        return answers.get(path_of(request));
    if (request.method() == http::verb::post)
        return answers.post(path_of(request), request.body());
    return fail(wrong_method, "GET shows the page, POST asks a question");
}

Response render(Answer answer, Request const& request)
{
    Response response{http::int_to_status(answer.status), request.version()};
    response.set(http::field::content_type, {answer.type.data(), answer.type.size()});
    response.set(http::field::cache_control, "no-store");
    response.set("Content-Security-Policy", content_policy);
    response.set("X-Content-Type-Options", "nosniff");
    response.set("Referrer-Policy", "no-referrer");
    response.set("Cross-Origin-Resource-Policy", "same-origin");
    response.set("Cross-Origin-Opener-Policy", "same-origin");
    response.keep_alive(request.keep_alive());
    auto const size = answer.body.size();
    if (request.method() != http::verb::head)
        response.body() = std::move(answer.body);
    response.content_length(size);
    return response;
}

// Every answer is a fraction of a second's work on a single thread: the one who asks is one person.
class Door {
public:
    Door(tcp::acceptor acceptor, Answers const& answers)
        : acceptor_{std::move(acceptor)}, port_{acceptor_.local_endpoint().port()}, answers_{answers}
    {
    }

    asio::awaitable<void> run()
    {
        for (;;) {
            auto [error, socket] = co_await acceptor_.async_accept(as_values);
            if (!acceptor_.is_open())
                co_return;
            if (!error && connections_ < max_connections)
                asio::co_spawn(acceptor_.get_executor(), serve(std::move(socket)), asio::detached);
        }
    }

    [[nodiscard]] unsigned short port() const { return port_; }

private:
    asio::awaitable<void> serve(tcp::socket socket)
    {
        ++connections_;
        boost::beast::tcp_stream stream{std::move(socket)};
        co_await serve_all(stream);
        boost::system::error_code ignored;
        stream.socket().shutdown(tcp::socket::shutdown_send, ignored);
        --connections_;
    }

    asio::awaitable<void> serve_all(boost::beast::tcp_stream& stream)
    {
        boost::beast::flat_buffer buffer;
        bool stays = true;
        while (stays) {
            http::request_parser<http::string_body> parser;
            parser.body_limit(max_body_bytes);
            stream.expires_after(patience);
            auto const [failure, read] = co_await http::async_read(stream, buffer, parser, as_values);
            bool const is_too_large = failure == http::error::body_limit;
            if (failure && !is_too_large)
                co_return;
            constexpr unsigned too_large = 413;
            auto response = render(
                is_too_large ? fail(too_large, "the manifest is larger than 4 MiB")
                             : answer(answers_, parser.get(), port_),
                parser.get());
            stays = response.keep_alive() && !is_too_large;
            response.keep_alive(stays);
            auto const [broken, written] = co_await http::async_write(stream, response, as_values);
            stays = stays && !broken;
        }
    }

    tcp::acceptor acceptor_;
    unsigned short port_;
    Answers const& answers_;
    unsigned connections_ = 0;
};

Error wrong_address(std::string const& listen, char const* why)
{
    return {Errc::bad_option, "--listen \"" + listen + "\": " + why};
}

Result<tcp::endpoint> parse_endpoint(std::string const& listen)
{
    auto const colon = listen.rfind(':');
    constexpr char const* shape = "must be a loopback address and a port, as in 127.0.0.1:8446 or [::1]:8446";
    if (colon == std::string::npos || colon + 1 == listen.size() || listen.size() - colon > 6 ||
        listen.find_first_not_of("0123456789", colon + 1) != std::string::npos)
        return wrong_address(listen, shape);
    auto host = listen.substr(0, colon);
    if (host.starts_with('[') && host.ends_with(']'))
        host = host.substr(1, host.size() - 2);
    boost::system::error_code error;
    auto const address = asio::ip::make_address(host == "localhost" ? "127.0.0.1" : host, error);
    auto const port = std::stoul(listen.substr(colon + 1));
    if (error || port > 65535)
        return wrong_address(listen, shape);
    if (!address.is_loopback())
        return wrong_address(
            listen, "is not loopback: the page is for the one who starts it, and asks no password");
    return tcp::endpoint{address, static_cast<unsigned short>(port)};
}

Result<tcp::acceptor> open_port(asio::io_context& context, tcp::endpoint const& endpoint)
{
    tcp::acceptor acceptor{context};
    boost::system::error_code error;
    acceptor.open(endpoint.protocol(), error);
    if (!error)
        acceptor.set_option(tcp::acceptor::reuse_address{true}, error);
    if (!error)
        acceptor.bind(endpoint, error);
    if (!error)
        acceptor.listen(tcp::acceptor::max_listen_connections, error);
    if (error) {
        std::ostringstream text;
        text << "--listen: cannot listen on " << endpoint << ": " << error.message();
        return Error{Errc::io, text.str()};
    }
    return acceptor;
}

}  // namespace

Result<void> serve_page(std::string const& listen, Answers const& answers, std::ostream& out)
{
    auto const endpoint = parse_endpoint(listen);
    if (!endpoint)
        return endpoint.error();
    asio::io_context context{1};
    auto acceptor = open_port(context, *endpoint);
    if (!acceptor)
        return acceptor.error();
    Door door{std::move(*acceptor), answers};
    asio::signal_set signals{context, SIGINT, SIGTERM};
    signals.async_wait([&](boost::system::error_code const&, int) { context.stop(); });
    asio::co_spawn(context, door.run(), asio::detached);
    out << "slicegate ui: http://" << (endpoint->address().is_v6() ? "[::1]" : "localhost") << ':'
        << door.port() << "/ (Ctrl-C ends it)" << std::endl;
    context.run();
    return boost::system::in_place_value;
}

}  // namespace slicegate::ui
