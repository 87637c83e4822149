// SPDX-License-Identifier: Apache-2.0
#include "server/http_request.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace slicegate::server;
using Progress = RequestReader::Progress;

namespace {

constexpr RequestLimits limits{.max_header_bytes = 1024, .max_body_bytes = 100};

struct Outcome {
    Progress last = Progress::need_more;
    std::string rest;
};

// Feeds `bytes` in pieces of `size` as a session would, with what was left before in front, until the request
// is whole or has failed.
Outcome feed(RequestReader& reader, std::string_view bytes, std::size_t size)
{
    Outcome outcome;
    while (outcome.last != Progress::complete && outcome.last != Progress::failed) {
        std::string_view input = outcome.rest;
        outcome.last = reader.read(input);
        outcome.rest.erase(0, outcome.rest.size() - input.size());
        if (outcome.last != Progress::need_more)
            continue;
        if (bytes.empty())
            break;
        outcome.rest += bytes.substr(0, size);
        bytes.remove_prefix(std::min(size, bytes.size()));
    }
    outcome.rest += bytes;
    return outcome;
}

unsigned status_of(std::string_view bytes, std::size_t size = 1000)
{
    RequestReader reader{limits};
    reader.begin({});
    auto const outcome = feed(reader, bytes, size);
    return outcome.last == Progress::failed     ? reader.error().status
           : outcome.last == Progress::complete ? 200
                                                : 0;
}

std::string request(std::string const& fields, std::string const& body = {})
{
    return "POST /validate HTTP/1.1\r\nHost: x\r\n" + fields + "\r\n" + body;
}

}  // namespace

TEST_CASE("request: head and body arrive whole, however the bytes are cut")
{
    auto const bytes =
        "POST /validate?timeout=10s HTTP/1.1\r\nHost: wh.ns.svc:443\r\nUser-Agent: "
        "kube-apiserver-admission\r\n"
        "Content-Length: 5\r\nAccept: application/json, */*\r\nContent-Type: application/json\r\n"
        "Accept-Encoding: gzip\r\n\r\n{\"a\"}POST";
    for (std::size_t const size : {1U, 2U, 3U, 7U, 64U, 1000U}) {
        DYNAMIC_SECTION("pieces of " << size)
        {
            RequestReader reader{limits};
            reader.begin("left from before");
            auto const outcome = feed(reader, bytes, size);
            REQUIRE(outcome.last == Progress::complete);
            CHECK(outcome.rest == "POST");
            CHECK(reader.head().method == "POST");
            CHECK(reader.head().target == "/validate?timeout=10s");
            CHECK(reader.head().content_type == "application/json");
            CHECK(reader.head().body_bytes == 5);
            CHECK(reader.head().keep_alive);
            CHECK_FALSE(reader.head().expects_continue);
            CHECK(reader.body() == "{\"a\"}");
        }
    }
}

TEST_CASE("request: a chunked body is put together, its extensions and trailer forgotten")
{
    auto const bytes = request(
        "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n",
        "3;name=value\r\nabc\r\n2\r\nde\r\n0\r\nContent-Type: text/plain\r\nX: y\r\n\r\n");
    for (std::size_t const size : {1U, 5U, 1000U}) {
        RequestReader reader{limits};
        reader.begin({});
        auto const outcome = feed(reader, bytes, size);
        REQUIRE(outcome.last == Progress::complete);
        CHECK(outcome.rest.empty());
        CHECK(reader.body() == "abcde");
        CHECK(reader.head().content_type == "application/json");
        CHECK(reader.head().body_bytes == std::nullopt);
    }
}

TEST_CASE("request: a chunked body without a chunk is whole, however the bytes are cut")
{
    auto const bytes = request("Transfer-Encoding: chunked\r\n", "0\r\n\r\nPOST");
    for (std::size_t const size : {1U, 2U, 3U, 4U, 5U, 1000U}) {
        DYNAMIC_SECTION("pieces of " << size)
        {
            RequestReader reader{limits};
            reader.begin({});
            auto const outcome = feed(reader, bytes, size);
            REQUIRE(outcome.last == Progress::complete);
            CHECK(outcome.rest == "POST");
            CHECK(reader.body().empty());
        }
    }
}

TEST_CASE("request: one without a body is whole with its head")
{
    RequestReader reader{limits};
    reader.begin({});
    std::string_view input = "GET /livez HTTP/1.1\r\nHost: x\r\n\r\nGET";
    REQUIRE(reader.read(input) == Progress::head);
    CHECK(reader.head().body_bytes == 0);
    CHECK(reader.read(input) == Progress::complete);
    CHECK(input == "GET");
}

TEST_CASE("request: the reader serves one after another")
{
    RequestReader reader{limits};
    for (int i = 0; i < 3; ++i) {
        reader.begin(std::move(reader.body()));
        REQUIRE(
            feed(reader, request("Content-Length: 2\r\nExpect: 100-Continue\r\n", "ok"), 1000).last ==
            Progress::complete);
        CHECK(reader.body() == "ok");
        CHECK(reader.head().expects_continue);
    }
}

TEST_CASE("request: the connection stays open as the client wishes")
{
    auto const keeps = [](std::string const& head) {
        RequestReader reader{limits};
        reader.begin({});
        REQUIRE(feed(reader, head, 1000).last == Progress::complete);
        return reader.head().keep_alive;
    };
    CHECK(keeps("GET / HTTP/1.1\r\nHost: x\r\n\r\n"));
    CHECK_FALSE(keeps("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"));
    CHECK_FALSE(keeps("GET / HTTP/1.0\r\n\r\n"));
}

TEST_CASE("request: a body past the limit is 413, declared or chunked, before it is kept")
{
    CHECK(status_of(request("Content-Length: 100\r\n", std::string(100, 'x'))) == 200);
    CHECK(status_of(request("Content-Length: 101\r\n")) == 413);
    CHECK(status_of(request("Content-Length: 18446744073709551615\r\n")) == 413);
    CHECK(status_of(request("Transfer-Encoding: chunked\r\n", "65\r\n")) == 413);
    CHECK(
        status_of(request(
            "Transfer-Encoding: chunked\r\n", "64\r\n" + std::string(100, 'x') + "\r\n1\r\n")) == 413);
    CHECK(status_of(request("Transfer-Encoding: chunked\r\n", "ffffffffffffffff\r\n")) == 413);
}

TEST_CASE("request: a header past the limit is 431, in one piece, line by line, and without end")
{
    auto const line = "X-Long: " + std::string(90, 'x') + "\r\n";
    std::string lines;
    for (int i = 0; i < 11; ++i)
        lines += line;
    CHECK(status_of(request(lines), 5000) == 431);
    CHECK(status_of(request(lines), line.size()) == 431);
    CHECK(status_of(request("X: " + std::string(5000, 'x')), 5000) == 431);
    CHECK(status_of("GET /" + std::string(5000, 'x'), 100) == 431);
}

TEST_CASE("request: what two readers could read in two ways is refused")
{
    struct {
        char const* what;
        std::string bytes;
        unsigned status;
    } const cases[] = {
        {"length and chunked", request("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"),
         400},
        {"chunked and length", request("Transfer-Encoding: chunked\r\nContent-Length: 3\r\n", "0\r\n\r\n"),
         400},
        {"two lengths", request("Content-Length: 1\r\nContent-Length: 2\r\n", "ab"), 400},
        {"a length in words", request("Content-Length: abc\r\n"), 400},
        {"a signed length", request("Content-Length: +1\r\n", "a"), 400},
        {"chunked twice", request("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"), 400},
        {"a coding on top of chunked", request("Transfer-Encoding: gzip, chunked\r\n"), 501},
        {"a coding without length", request("Transfer-Encoding: gzip\r\n", "abc"), 501},
        {"a coding after chunked", request("Transfer-Encoding: chunked, gzip\r\n"), 501},
        {"a chunk that is longer than it says",
         request("Transfer-Encoding: chunked\r\n", "1\r\nab\r\n0\r\n\r\n"), 400},
        {"a chunk size that is none", request("Transfer-Encoding: chunked\r\n", "x\r\n"), 400},
        {"a blank before the colon", request("Content-Length : 1\r\n", "a"), 400},
        {"no host", "GET / HTTP/1.1\r\n\r\n", 400},
        {"two hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400},
        {"a bare newline", "GET / HTTP/1.1\nHost: x\n\n", 400},
        {"another protocol", "\x16\x03\x01\x02", 400},
        {"another version", "GET / HTTP/2.0\r\nHost: x\r\n\r\n", 400},
        {"words", "NONSENSE\r\n\r\n", 400},
        {"a chunk extension without end",
         request("Transfer-Encoding: chunked\r\n", "1;" + std::string(20'000, 'x')), 400},
    };
    for (auto const& [what, bytes, status] : cases) {
        DYNAMIC_SECTION(what)
        {
            CHECK(status_of(bytes, 50'000) == status);
        }
    }
}

TEST_CASE("request: a body that is not wanted is taken and thrown away")
{
    RequestReader reader{limits};
    reader.begin({});
    auto const bytes = request("Content-Length: 4\r\n", "bodyNEXT");
    std::string_view input = bytes;
    REQUIRE(reader.read(input) == Progress::head);
    reader.discard_body();
    CHECK(reader.read(input) == Progress::complete);
    CHECK(reader.body().empty());
    CHECK(input == "NEXT");
}
