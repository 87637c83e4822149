// SPDX-License-Identifier: Apache-2.0
#include "tests/server/support.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace slicegate::server;
using namespace slicegate::server::testing;
using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

TestServer::Adjust with_drain_time(milliseconds time)
{
    return [=](ServerOptions& options, Serving&) { options.drain_time = time; };
}

}  // namespace

TEST_CASE("shutdown: while draining, all are served and told that it was the last time")
{
    TestServer server{with_drain_time(seconds{60})};
    Client old{server->port()};
    REQUIRE(old.send(post("/validate", review())));
    REQUIRE(old.read().status == 200);
    CHECK(get(server->ops_port(), "/readyz").status == 200);
    server->drain();
    REQUIRE(becomes_true([&] { return get(server->ops_port(), "/readyz").status == 503; }));
    CHECK(get(server->ops_port(), "/livez").status == 200);
    Client fresh{server->port()};
    for (Client* client : {&old, &fresh}) {
        REQUIRE(client->send(post("/validate", review())));
        auto const response = client->read();
        CHECK(response.status == 200);
        CHECK(response.fields.at("connection") == "close");
        CHECK(client->is_closed_by_peer());
    }
}

TEST_CASE("shutdown: after the drain time idle connections are closed, and that is the end")
{
    TestServer server{with_drain_time(milliseconds{50})};
    Client idle{server->port()};
    Client silent{server->port(), Wire::plain};
    auto const port = server->port();
    server->drain();
    server.join();
    CHECK(idle.is_closed_by_peer());
    CHECK(silent.is_closed_by_peer());
    CHECK_FALSE(is_listening(port));
}

TEST_CASE("shutdown: a request that has begun gets its answer after the drain time")
{
    // One thread, so that what was sent first has been read first. Room enough for the many that ask whether the port is open.
    TestServer server{[](ServerOptions& options, Serving&) {
        options.threads = 1;
        options.drain_time = milliseconds{300};
        options.max_connections = 1000;
    }};
    auto const request = post("/validate", review());
    Client header{server->port()};
    Client body{server->port()};
    REQUIRE(header.send(request.substr(0, 30)));
    REQUIRE(body.send(request.substr(0, request.size() - 10)));
    REQUIRE(becomes_true([&] { return metric(server->ops_port(), "slicegate_requests_in_flight") == "1"; }));
    server->drain();
    REQUIRE(becomes_true([&] { return !is_listening(server->port()); }));
    REQUIRE(header.send(request.substr(30)));
    CHECK(header.read().status == 200);
    REQUIRE(body.send(request.substr(request.size() - 10)));
    CHECK(body.read().status == 200);
    server.join();
}

TEST_CASE("shutdown: a second wish to end is granted at once")
{
    TestServer server{with_drain_time(seconds{60})};
    server->drain();
    server->drain();
    server->stop();
    server.join();
}
