// SPDX-License-Identifier: Apache-2.0
#include "server/units.hpp"

#include <catch2/catch_test_macros.hpp>

#include <sstream>

using namespace slicegate;
using namespace slicegate::server;
using std::chrono::milliseconds;

TEST_CASE("units: durations have a unit")
{
    CHECK(*parse_duration("500ms") == milliseconds{500});
    CHECK(*parse_duration("10s") == milliseconds{10'000});
    CHECK(*parse_duration("2m") == milliseconds{120'000});
    CHECK(*parse_duration("24h") == milliseconds{86'400'000});
    for (auto const* text : {"", "10", "0s", "-1s", "1.5s", "25h", "10 sec", "99999999999999999999s", "s"}) {
        DYNAMIC_SECTION("'" << text << "' is refused")
        {
            auto const parsed = parse_duration(text);
            REQUIRE(!parsed);
            CHECK(parsed.error().code == Errc::bad_option);
        }
    }
    CHECK(
        parse_duration("10").error().message ==
        R"("10" is not a duration, for instance 90s (or 500ms, 2m, 1h; above zero, at most 24h))");
}

TEST_CASE("units: a wait may be none at all")
{
    for (auto const* text : {"0", "0s", "0ms"})
        CHECK(*parse_wait(text) == milliseconds{0});
    CHECK(*parse_wait("10s") == milliseconds{10'000});
    for (auto const* text : {"", "00", "-0s", "25h", "0 s", "10"})
        CHECK(!parse_wait(text));
}

TEST_CASE("units: sizes are bytes or binary multiples")
{
    CHECK(*parse_bytes("1048576") == 1048576);
    CHECK(*parse_bytes("64KiB") == 65536);
    CHECK(*parse_bytes("32 MiB") == 33554432);
    CHECK(*parse_bytes("1024GiB") == std::uint64_t{1} << 40U);
    for (auto const* text : {"", "0", "1025GiB", "32MB", "1e6", "-1", "18446744073709551616"})
        CHECK(!parse_bytes(text));
}

TEST_CASE("units: counts are whole and above zero")
{
    CHECK(*parse_count("1") == 1);
    CHECK(*parse_count("1000000") == 1'000'000);
    for (auto const* text : {"", "0", "1000001", "2k", "-3"})
        CHECK(!parse_count(text));
}

TEST_CASE("units: an endpoint is an address and a port")
{
    auto const render = [](auto const& parsed) {
        std::ostringstream text;
        text << *parsed;
        return text.str();
    };
    CHECK(render(parse_endpoint("127.0.0.1:8443")) == "127.0.0.1:8443");
    CHECK(render(parse_endpoint(":8443")) == "0.0.0.0:8443");
    CHECK(render(parse_endpoint("[::]:443")) == "[::]:443");
    CHECK(render(parse_endpoint("127.0.0.1:0")) == "127.0.0.1:0");
    for (auto const* text :
         {"", "8443", "127.0.0.1", "localhost:8443", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:8443x",
          "::1:8443", "[127.0.0.1]:8443", "[::1:8443", "1.2.3:80"})
        CHECK(!parse_endpoint(text));
}

TEST_CASE("units: a level is one of four words")
{
    CHECK(*parse_level("debug") == Level::debug);
    CHECK(*parse_level("error") == Level::err);
    CHECK(!parse_level("trace"));
    CHECK(!parse_level("INFO"));
}
