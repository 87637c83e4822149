// SPDX-License-Identifier: Apache-2.0
#include "policy/policy.hpp"
#include "policy/registration.hpp"
#include "tests/server/support.hpp"

#include <catch2/catch_test_macros.hpp>

namespace policy = slicegate::policy;
using namespace slicegate::server;
using namespace slicegate::server::testing;

TEST_CASE("ops: the pages are there, anything else is not")
{
    TestServer server;
    auto const port = server->ops_port();
    CHECK(get(port, "/livez").body == "ok\n");
    CHECK(get(port, "/readyz?verbose").status == 200);
    CHECK(get(port, "/metrics").fields.at("content-type") == "text/plain; version=0.0.4; charset=utf-8");
    CHECK(get(port, "/validate").status == 404);
    Client client{port, Wire::plain};
    REQUIRE(client.send("POST /metrics HTTP/1.1\r\nHost: x\r\n\r\n"));
    auto const response = client.read();
    CHECK(response.status == 405);
    CHECK(response.fields.at("allow") == "GET, HEAD");
    CHECK(client.is_closed_by_peer());
}

TEST_CASE("ops: a body is not read")
{
    TestServer server;
    Client client{server->ops_port(), Wire::plain};
    REQUIRE(client.send("POST /livez HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n"));
    CHECK(client.read().status == 413);
}

TEST_CASE("ops: silent clients do not keep a probe waiting")
{
    TestServer server;
    std::vector<std::unique_ptr<Client>> silent;
    for (int i = 0; i < 20; ++i)
        silent.push_back(std::make_unique<Client>(server->ops_port(), Wire::plain));
    CHECK(get(server->ops_port(), "/livez").status == 200);
}

TEST_CASE("ops: with an expired certificate the server is not ready")
{
    TestServer server{[](ServerOptions&, Serving& serving) {
        serving.certificate_end = std::chrono::system_clock::now() - std::chrono::seconds{1};
    }};
    auto const response = get(server->ops_port(), "/readyz");
    CHECK(response.status == 503);
    CHECK(response.body == "the certificate has expired\n");
}

TEST_CASE("ops: each part of being ready is shown to those who ask")
{
    TestServer server{[](ServerOptions&, Serving& serving) {
        serving.certificate_end = std::chrono::system_clock::time_point{std::chrono::seconds{4'000'000'000}};
    }};
    auto const response = get(server->ops_port(), "/readyz?verbose");
    CHECK(response.status == 200);
    CHECK(
        response.body == "[+]policy: default, compiled-in\n[+]registration: " +
                             policy::registration_hash(policy::make_default_policy()) +
                             " is wanted by the policy\n[+]certificate: ends on 2096-10-02 07:06:40 UTC\n"
                             "[+]listener: accepts connections\n[+]draining: no\nready\n");
}

TEST_CASE("ops: a port that is taken is an error that names it")
{
    TestServer server;
    asio::io_context context{1};
    auto const taken =
        make_acceptor(context.get_executor(), {asio::ip::address_v4::loopback(), server->port()});
    REQUIRE(!taken);
    CHECK(
        taken.error().message ==
        "cannot listen on 127.0.0.1:" + std::to_string(server->port()) + ": Address already in use");
}
