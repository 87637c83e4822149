// SPDX-License-Identifier: Apache-2.0
#include "tests/server/support.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace slicegate::server;
using namespace slicegate::server::testing;
using std::chrono::milliseconds;

namespace {

constexpr std::size_t kib = 1024;

TestServer::Adjust with_bodies(std::uint64_t max_body, std::uint64_t max_inflight)
{
    return [=](ServerOptions& options, Serving&) {
        options.limits.request.max_body_bytes = max_body;
        options.limits.max_inflight_bytes = max_inflight;
    };
}

TestServer::Adjust with_limit(Phase phase, milliseconds limit)
{
    return [=](ServerOptions& options, Serving&) {
        options.limits.phases[static_cast<std::size_t>(phase)] = limit;
    };
}

std::string chunk(std::size_t bytes)
{
    char size[20];
    std::snprintf(size, sizeof size, "%zx\r\n", bytes);
    return size + std::string(bytes, ' ') + "\r\n";
}

void check_serves(TestServer& server)
{
    Client client{server->port()};
    REQUIRE(client.send(post("/validate", review())));
    CHECK(client.read().status == 200);
}

}  // namespace

TEST_CASE("limits: a body that is declared too large is refused before it comes")
{
    TestServer server{with_bodies(64 * kib, 1024 * kib)};
    Client client{server->port()};
    REQUIRE(client.send(post("/validate", "", "Content-Length: 65537\r\n")));
    auto const response = client.read();
    CHECK(response.status == 413);
    CHECK(response.fields.at("connection") == "close");
    CHECK(response.body == "the body is larger than this server takes (--max-body-bytes)\n");
    CHECK(client.is_closed_by_peer());
    check_serves(server);
}

TEST_CASE("limits: a client that sends its large body all the same can read the refusal")
{
    TestServer server{with_bodies(64 * kib, 1024 * kib)};
    Client client{server->port()};
    CHECK(client.send(post("/validate", std::string(8 * 1024 * kib, ' '))));
    CHECK(client.read().status == 413);
}

TEST_CASE("limits: a chunked body is refused where it passes the limit")
{
    TestServer server{with_bodies(64 * kib, 1024 * kib)};
    Client client{server->port()};
    REQUIRE(client.send(post("/validate", "", "Transfer-Encoding: chunked\r\n")));
    for (int i = 0; i < 8; ++i)
        REQUIRE(client.send(chunk(8 * kib)));
    client.send(chunk(1) + "0\r\n\r\n");
    CHECK(client.read().status == 413);
    CHECK(becomes_true([&] { return metric(server->ops_port(), "slicegate_body_bytes_in_flight") == "0"; }));
}

TEST_CASE("limits: past the bytes in flight a body is put off, declared or growing")
{
    TestServer server{with_bodies(1024 * kib, 100 * kib)};
    Client first{server->port()};
    REQUIRE(first.send(post("/validate", std::string(80 * kib, ' '), "Content-Length: 81921\r\n")));
    REQUIRE(becomes_true(
        [&] { return metric(server->ops_port(), "slicegate_body_bytes_in_flight") == "81920"; }));

    Client declared{server->port()};
    REQUIRE(declared.send(post("/validate", "", "Content-Length: 30000\r\n")));
    auto const response = declared.read();
    CHECK(response.status == 503);
    CHECK(response.fields.at("retry-after") == "1");

    Client growing{server->port()};
    REQUIRE(growing.send(post("/validate", "", "Transfer-Encoding: chunked\r\n") + chunk(15 * kib)));
    CHECK(growing.send(chunk(15 * kib)));
    CHECK(growing.read().status == 503);

    check_serves(server);
    REQUIRE(first.send(" "));
    CHECK(first.read().status == 400);
    CHECK(becomes_true([&] { return metric(server->ops_port(), "slicegate_body_bytes_in_flight") == "0"; }));
}

TEST_CASE("limits: a peer that declares much and sends nothing takes no room from the others")
{
    TestServer server{with_bodies(90 * kib, 100 * kib)};
    Client liar{server->port()};
    REQUIRE(liar.send(post("/validate", "", "Content-Length: 92160\r\n")));
    Client honest{server->port()};
    REQUIRE(honest.send(post("/validate", review(90 * kib))));
    CHECK(honest.read().status == 200);
}

TEST_CASE("limits: each phase has its own")
{
    struct {
        char const* what;
        Phase phase;
        Wire wire;
        std::string bytes;
    } const cases[] = {
        {"a handshake that never ends", Phase::handshake, Wire::plain, "\x16\x03\x01"},
        {"a handshake that never begins", Phase::handshake, Wire::plain, ""},
        {"a header that never ends", Phase::header, Wire::tls, "POST /validate HTTP/1.1\r\nHost: x\r\nX: "},
        {"a body that never ends", Phase::body, Wire::tls, post("/validate", "{", "Content-Length: 2\r\n")},
        {"a chunked body that never ends", Phase::body, Wire::tls,
         post("/validate", "1\r\n{\r\n", "Transfer-Encoding: chunked\r\n")},
        {"a connection without a request", Phase::idle, Wire::tls, ""},
        {"a refused client that never leaves", Phase::linger, Wire::tls,
         post("/nope", "", "Content-Length: 9\r\n")},
    };
    for (auto const& [what, phase, wire, bytes] : cases) {
        DYNAMIC_SECTION(what)
        {
            TestServer server{with_limit(phase, milliseconds{100})};
            Client client{server->port(), wire};
            REQUIRE(client.send(bytes));
            CHECK(becomes_true([&] { return metric(server->ops_port(), "slicegate_connections") == "0"; }));
            CHECK(client.is_closed_by_peer());
            check_serves(server);
        }
    }
}

TEST_CASE("limits: a client that does not read its answers is given up")
{
    TestServer server{with_limit(Phase::answer, milliseconds{100})};
    Client client{server->port(), Wire::tls, 4096};
    std::string requests;
    for (int i = 0; i < 40'000; ++i)
        requests += "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
    client.send(requests);  // gives up with the server
    CHECK(becomes_true([&] { return metric(server->ops_port(), "slicegate_connections") == "0"; }));
    check_serves(server);
}

TEST_CASE("limits: past the number of connections the longest wait makes room")
{
    // On one thread the order of the waits is that of the answers.
    TestServer server{[](ServerOptions& options, Serving&) {
        options.threads = 1;
        options.max_connections = 2;
    }};
    Client first{server->port()};
    Client second{server->port()};
    REQUIRE(second.send(post("/validate", review())));
    REQUIRE(second.read().status == 200);
    REQUIRE(first.send(post("/validate", review())));  // now the second one waits longer
    REQUIRE(first.read().status == 200);
    check_serves(server);
    CHECK(second.is_closed_by_peer());
    CHECK(metric(server->ops_port(), "slicegate_connections_evicted_total") == "1");
    REQUIRE(first.send(post("/validate", review())));
    CHECK(first.read().status == 200);
}

TEST_CASE("limits: a header that is too large is refused")
{
    TestServer server;
    Client client{server->port()};
    client.send("GET / HTTP/1.1\r\nHost: x\r\nX: " + std::string(20 * kib, 'x'));
    CHECK(client.read().status == 431);
}
