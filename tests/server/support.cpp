// SPDX-License-Identifier: Apache-2.0
#include "tests/server/support.hpp"

#include "certs/load.hpp"
#include "certs/make.hpp"
#include "certs/tls_context.hpp"

#include <arpa/inet.h>
#include <catch2/catch_test_macros.hpp>
#include <netinet/in.h>
#include <spdlog/sinks/null_sink.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <utility>

namespace slicegate::server::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr seconds patience{10};

Serving make_serving()
{
    auto const now = std::chrono::system_clock::now();
    auto ca = certs::make_ca(now, std::chrono::days{2});
    REQUIRE(ca.has_value());
    certs::ServingRequest request{};
    request.service = "slicegate";
    request.service_namespace = "test";
    request.lifetime = std::chrono::days{1};
    auto pair = certs::make_serving_pair(*ca, request, now);
    REQUIRE(pair.has_value());
    certs::Credentials const credentials{
        std::move(pair->certificate), {}, std::move(pair->key), {}, now + request.lifetime};
    auto context = certs::make_tls_context(credentials);
    REQUIRE(context.has_value());
    return {
        std::make_shared<policy::Policy const>(policy::make_default_policy()), "compiled-in",
        std::shared_ptr<SSL_CTX>{std::move(*context)}, credentials.not_after};
}

ServerOptions make_options()
{
    auto const loopback = Endpoint{asio::ip::address_v4::loopback(), 0};
    return {
        .listen = loopback,
        .ops_listen = loopback,
        .threads = 2,
        .max_connections = 100,
        .limits =
            {.request = {.max_header_bytes = 16 * 1024, .max_body_bytes = 32 * 1024 * 1024},
             .max_inflight_bytes = 128 * 1024 * 1024,
             // No client of these tests waits so long: what closes earlier was closed on purpose.
             .phases = {seconds{60}, seconds{60}, seconds{60}, seconds{60}, seconds{60}, seconds{2}}},
        .drain_time = milliseconds{200}};
}

int connect_to(unsigned short port, int receive_bytes)
{
    int const descriptor = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    timeval const limit{.tv_sec = patience.count(), .tv_usec = 0};
    ::setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    ::setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    if (receive_bytes != 0)
        ::setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receive_bytes, sizeof receive_bytes);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(descriptor, reinterpret_cast<sockaddr const*>(&address), sizeof address) == 0)
        return descriptor;
    ::close(descriptor);
    return -1;
}

void parse_fields(Response& response, std::string_view head)
{
    while (!head.empty()) {
        auto const line = head.substr(0, head.find("\r\n"));
        head.remove_prefix(std::min(head.size(), line.size() + 2));
        auto const colon = line.find(": ");
        if (colon == std::string_view::npos)
            continue;
        std::string name{line.substr(0, colon)};
        std::ranges::transform(
            name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        response.fields[name] = line.substr(colon + 2);
    }
}

}  // namespace

TestServer::TestServer(Adjust const& adjust)
    : logger_{std::make_shared<Logger>("test", std::make_shared<spdlog::sinks::null_sink_mt>())}
{
    std::signal(SIGPIPE, SIG_IGN);
    logger_->set_level(Level::debug);
    auto options = make_options();
    auto serving = make_serving();
    if (adjust)
        adjust(options, serving);
    auto made = Server::make(options, serving, *logger_);
    REQUIRE(made.has_value());
    server_ = std::move(*made);
    thread_ = std::thread{[this] { server_->run(); }};
}

TestServer::~TestServer()
{
    server_->stop();
    if (thread_.joinable())
        thread_.join();
}

Client::Client(unsigned short port, Wire wire, int receive_bytes)
    : descriptor_{connect_to(port, receive_bytes)}
{
    REQUIRE(descriptor_ >= 0);
    if (wire == Wire::plain)
        return;
    context_.reset(SSL_CTX_new(TLS_client_method()), SSL_CTX_free);
    shake_hands();
}

Client::Client(unsigned short port, Configure const& configure)
    : descriptor_{connect_to(port, 0)}, context_{SSL_CTX_new(TLS_client_method()), SSL_CTX_free}
{
    REQUIRE(descriptor_ >= 0);
    configure(context_.get());
    shake_hands();
}

void Client::shake_hands()
{
    ssl_.reset(SSL_new(context_.get()), SSL_free);
    SSL_set_fd(ssl_.get(), descriptor_);
    SSL_connect(ssl_.get());  // one that fails shows in the next read
}

Client::~Client()
{
    ::close(descriptor_);
}

bool Client::send(std::string_view bytes)
{
    while (!bytes.empty()) {
        auto const sent = ssl_ ? SSL_write(ssl_.get(), bytes.data(), static_cast<int>(bytes.size()))
                               : ::send(descriptor_, bytes.data(), bytes.size(), 0);
        if (sent <= 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

long Client::receive(char* buffer, std::size_t size)
{
    return ssl_ ? SSL_read(ssl_.get(), buffer, static_cast<int>(size)) : ::recv(descriptor_, buffer, size, 0);
}

bool Client::receive_until(std::string_view mark)
{
    while (buffer_.find(mark) == std::string::npos) {
        char piece[16384];
        auto const got = receive(piece, sizeof piece);
        if (got <= 0)
            return false;
        buffer_.append(piece, static_cast<std::size_t>(got));
    }
    return true;
}

Response Client::read(bool head_only)
{
    Response response;
    if (!receive_until("\r\n\r\n"))
        return response;
    auto const end = buffer_.find("\r\n\r\n") + 4;
    auto const head = buffer_.substr(0, end);
    response.status = std::stoi(head.substr(head.find(' ') + 1));
    parse_fields(response, head);
    auto const length = response.fields.find("content-length");
    std::size_t const size = length == response.fields.end() || head_only ? 0 : std::stoul(length->second);
    while (buffer_.size() < end + size) {
        char piece[16384];
        auto const got = receive(piece, sizeof piece);
        if (got <= 0)
            return {};
        buffer_.append(piece, static_cast<std::size_t>(got));
    }
    response.body = buffer_.substr(end, size);
    buffer_.erase(0, end + size);
    return response;
}

bool Client::is_closed_by_peer()
{
    char piece[4096];
    errno = 0;
    while (receive(piece, sizeof piece) > 0) {
    }
    return errno != EAGAIN && errno != EWOULDBLOCK;
}

std::string Client::certificate() const
{
    certs::Certificate const shown{SSL_get1_peer_certificate(ssl_.get())};
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    REQUIRE(X509_digest(shown.get(), EVP_sha256(), digest, &size) == 1);
    return {reinterpret_cast<char const*>(digest), size};
}

bool is_listening(unsigned short port)
{
    int const descriptor = connect_to(port, 0);
    if (descriptor >= 0)
        ::close(descriptor);
    return descriptor >= 0;
}

Response get(unsigned short ops_port, std::string_view path)
{
    Client client{ops_port, Wire::plain};
    client.send("GET " + std::string{path} + " HTTP/1.1\r\nHost: x\r\n\r\n");
    return client.read();
}

std::string metric(unsigned short ops_port, std::string_view name)
{
    auto const text = get(ops_port, "/metrics").body;
    auto const start = "\n" + std::string{name} + " ";
    auto const at = text.find(start);
    if (at == std::string::npos)
        return {};
    return text.substr(at + start.size(), text.find('\n', at + 1) - at - start.size());
}

bool becomes_true(std::function<bool()> const& condition)
{
    auto const end = Clock::now() + patience;
    while (!condition()) {
        if (Clock::now() > end)
            return false;
        // Without a pause, a condition that connects makes more connections than the server may keep.
        std::this_thread::sleep_for(milliseconds{1});
    }
    return true;
}

std::string review(std::size_t bytes)
{
    std::string body =
        R"({"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","request":{"uid":"u-1",)"
        R"("kind":{"group":"","version":"v1","kind":"Pod"},"resource":{"group":"","version":"v1","resource":"pods"},)"
        R"("namespace":"team-a","operation":"CREATE","userInfo":{"username":"jane"},"object":{"apiVersion":"v1",)"
        R"("kind":"Pod","metadata":{"name":"p","namespace":"team-a"},"spec":{"containers":[{"name":"c"}]}},)"
        R"("oldObject":null,"dryRun":false,"options":null}})";
    body.resize(std::max(bytes, body.size()), ' ');
    return body;
}

std::string post(std::string_view path, std::string_view body, std::string_view fields)
{
    std::string request =
        "POST " + std::string{path} + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
    request.append(fields);
    if (fields.find("Transfer-Encoding") == std::string_view::npos &&
        fields.find("Content-Length") == std::string_view::npos)
        request += "Content-Length: " + std::to_string(body.size()) + "\r\n";
    return request.append("\r\n").append(body);
}

}  // namespace slicegate::server::testing
