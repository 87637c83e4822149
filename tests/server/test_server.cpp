// SPDX-License-Identifier: Apache-2.0
#include "tests/server/support.hpp"

#include <boost/asio/post.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <nlohmann/json.hpp>

#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

using namespace slicegate::server;
using namespace slicegate::server::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

void check_allowed(Response const& response)
{
    REQUIRE(response.status == 200);
    CHECK(response.fields.at("content-type") == "application/json");
    auto const answer = nlohmann::json::parse(response.body);
    CHECK(answer["response"]["uid"] == "u-1");
    CHECK(answer["response"]["allowed"] == true);
}

}  // namespace

TEST_CASE("server: a connection serves one review after another")
{
    TestServer server;
    Client client{server->port()};
    for (auto const* path : {"/validate?timeout=10s", "/mutate?timeout=10s", "/validate/"}) {
        REQUIRE(client.send(post(path, review())));
        auto const response = client.read();
        check_allowed(response);
        CHECK(response.fields.count("connection") == 0);
    }
    CHECK(metric(server->ops_port(), "slicegate_connections") == "1");
}

TEST_CASE("server: requests in one packet are answered in order")
{
    TestServer server;
    Client client{server->port()};
    REQUIRE(client.send(post("/validate", review()) + post("/nope", "x") + post("/mutate", review())));
    check_allowed(client.read());
    CHECK(client.read().status == 404);
    check_allowed(client.read());
}

TEST_CASE("server: a request may come byte by byte")
{
    TestServer server;
    Client client{server->port()};
    for (char const c : post("/validate", review()))
        REQUIRE(client.send({&c, 1}));
    check_allowed(client.read());
}

TEST_CASE("server: a chunked body is a body")
{
    TestServer server;
    Client client{server->port()};
    auto const body = review();
    REQUIRE(client.send(post("/validate", "", "Transfer-Encoding: chunked\r\n")));
    for (std::size_t at = 0; at < body.size(); at += 50) {
        auto const piece = body.substr(at, 50);
        char size[8];
        std::snprintf(size, sizeof size, "%zx\r\n", piece.size());
        REQUIRE(client.send(size + piece + "\r\n"));
    }
    REQUIRE(client.send("0\r\n\r\n"));
    check_allowed(client.read());
}

TEST_CASE("server: a client that asks first is told to go on")
{
    TestServer server;
    Client client{server->port()};
    auto const body = review();
    auto const fields = "Expect: 100-continue\r\nContent-Length: " + std::to_string(body.size()) + "\r\n";
    REQUIRE(client.send(post("/validate", "", fields)));
    CHECK(client.read().status == 100);
    REQUIRE(client.send(body));
    check_allowed(client.read());
}

TEST_CASE("server: a client that asks first is not told to go on in vain")
{
    TestServer server;
    Client client{server->port()};
    REQUIRE(client.send(post("/nope", "", "Expect: 100-continue\r\nContent-Length: 10\r\n")));
    CHECK(client.read().status == 404);
}

TEST_CASE("server: Connection: close is honoured, and so is HTTP/1.0")
{
    TestServer server;
    {
        Client client{server->port()};
        REQUIRE(client.send(post("/validate", review(), "Connection: close\r\n")));
        auto const response = client.read();
        check_allowed(response);
        CHECK(response.fields.at("connection") == "close");
        CHECK(client.is_closed_by_peer());
    }
    Client client{server->port()};
    auto request = post("/validate", review());
    request.replace(request.find("HTTP/1.1"), 8, "HTTP/1.0");
    REQUIRE(client.send(request));
    check_allowed(client.read());
    CHECK(client.is_closed_by_peer());
}

TEST_CASE("server: a refused request says why, and the connection goes on where its body is here")
{
    TestServer server;
    Client client{server->port()};
    REQUIRE(client.send("GET /validate HTTP/1.1\r\nHost: x\r\n\r\n"));
    auto response = client.read();
    CHECK(response.status == 405);
    CHECK(response.fields.at("allow") == "POST");
    CHECK(response.body == "an AdmissionReview comes by POST\n");
    REQUIRE(client.send("HEAD /validate HTTP/1.1\r\nHost: x\r\n\r\n"));
    CHECK(client.read(true).status == 405);
    REQUIRE(client.send("PUT /mutate HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}"));
    CHECK(client.read().status == 405);
    REQUIRE(client.send(post("/validate", "{")));
    CHECK(client.read().status == 400);
    REQUIRE(client.send(post("/validate", review())));
    check_allowed(client.read());
}

TEST_CASE("server: malformed HTTP is 400 and the end of its connection alone")
{
    TestServer server;
    Client other{server->port()};
    Client client{server->port()};
    REQUIRE(client.send("NONSENSE\r\n\r\n"));
    auto const response = client.read();
    CHECK(response.status == 400);
    CHECK(response.fields.at("connection") == "close");
    CHECK(client.is_closed_by_peer());
    REQUIRE(other.send(post("/validate", review())));
    check_allowed(other.read());
}

TEST_CASE("server: what is no TLS ends with its connection, counted")
{
    TestServer server;
    for (std::string const& bytes :
         {post("/validate", review()), std::string{"\x16\x03\x01\x02"}, std::string(9, '\0')})
        Client{server->port(), Wire::plain}.send(bytes);
    CHECK(becomes_true([&] {
        return metric(server->ops_port(), R"(slicegate_tls_handshake_failures_total{cause="protocol"})") ==
               "2";
    }));
    Client client{server->port()};
    REQUIRE(client.send(post("/validate", review())));
    check_allowed(client.read());
}

TEST_CASE("server: a review of 17 MB is judged like any other")
{
    TestServer server;
    Client client{server->port()};
    REQUIRE(client.send(post("/validate", review(17'000'000))));
    check_allowed(client.read());
    CHECK(becomes_true([&] { return metric(server->ops_port(), "slicegate_body_bytes_in_flight") == "0"; }));
}

TEST_CASE("server: answers that are read late arrive whole")
{
    // Their answers are more than a connection's buffers hold.
    constexpr int count = 30'000;
    TestServer server;
    Client client{server->port(), Wire::tls, 4096};
    std::string requests;
    for (int i = 0; i < count; ++i)
        requests += "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
    std::thread sender{[&] { client.send(requests); }};
    auto const answered = [&] {
        return metric(server->ops_port(), R"(slicegate_http_errors_total{code="404"})");
    };
    bool const is_stuck = becomes_true([&] { return answered() != "0" && answered() == answered(); });
    int got = 0;
    while (got < count && client.read().status == 404)
        ++got;
    sender.join();
    CHECK(is_stuck);
    CHECK(got == count);
}

TEST_CASE("server: many clients at once are all served")
{
    TestServer server;
    std::atomic<int> served{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i)
        threads.emplace_back([&] {
            for (int j = 0; j < 5; ++j) {
                Client client{server->port()};
                for (int k = 0; k < 5; ++k) {
                    client.send(post(k % 2 == 0 ? "/validate" : "/mutate", review()));
                    served += client.read().status == 200 ? 1 : 0;
                }
            }
        });
    for (auto& thread : threads)
        thread.join();
    CHECK(served == 8 * 5 * 5);
    CHECK(becomes_true([&] { return metric(server->ops_port(), "slicegate_connections") == "0"; }));
    CHECK(metric(server->ops_port(), "slicegate_requests_in_flight") == "0");
    CHECK_THAT(get(server->ops_port(), "/metrics").body, ContainsSubstring("path=\"validate\"} 120\n"));
}

TEST_CASE("server: a new certificate is for new connections, the old ones go on")
{
    TestServer server;
    Client old{server->port()};
    REQUIRE(old.send(post("/validate", review())));
    check_allowed(old.read());
    Serving other;
    TestServer const donor{[&](ServerOptions&, Serving& serving) { other = serving; }};
    other.certificate_end = std::chrono::system_clock::time_point{std::chrono::seconds{4'000'000'000}};
    asio::post(server->executor(), [&] { server->use(other); });
    CHECK(becomes_true([&] {
        return metric(server->ops_port(), "slicegate_certificate_not_after_seconds") == "4000000000";
    }));
    REQUIRE(old.send(post("/validate", review())));
    check_allowed(old.read());
    Client fresh{server->port()};
    REQUIRE(fresh.send(post("/validate", review())));
    check_allowed(fresh.read());
    CHECK(fresh.certificate() != old.certificate());
}
