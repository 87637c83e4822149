// SPDX-License-Identifier: Apache-2.0
#include "server/cores.hpp"
#include "server/options.hpp"

#include <CLI/CLI.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <cstdlib>

using namespace slicegate::server;
using Catch::Matchers::ContainsSubstring;

namespace {

ServeOptions parse(std::string const& arguments)
{
    ServeOptions options;
    CLI::App app;
    add_serve_options(app, options);
    app.parse(arguments);
    return options;
}

// One variable, for as long as the test lives.
class Variable {
public:
    Variable(char const* name, char const* value) : name_{name} { ::setenv(name, value, 1); }
    ~Variable() { ::unsetenv(name_); }
    Variable(Variable const&) = delete;
    Variable& operator=(Variable const&) = delete;

private:
    char const* name_;
};

constexpr auto required = "--tls-cert a --tls-key b ";

}  // namespace

TEST_CASE("options: the defaults are the documented ones")
{
    auto const options = parse(required);
    CHECK(options.listen.port() == 8443);
    CHECK(options.listen.address().is_unspecified());
    CHECK(options.ops_listen.port() == 8080);
    CHECK(options.config.empty());
    CHECK(options.client_ca.empty());
    CHECK(options.threads == count_cores());
    CHECK(options.log_level == Level::info);
    CHECK(options.max_body_bytes == 32U << 20U);
    CHECK(options.max_inflight_bytes == 128U << 20U);
    CHECK(options.max_connections == 4096);
    CHECK(options.handshake_timeout == std::chrono::seconds{10});
    CHECK(options.header_timeout == std::chrono::seconds{10});
    CHECK(options.body_timeout == std::chrono::seconds{30});
    CHECK(options.write_timeout == std::chrono::seconds{30});
    CHECK(options.idle_timeout == std::chrono::seconds{120});
    CHECK(options.drain_time == std::chrono::seconds{10});
}

TEST_CASE("options: a drain may take no time, an idle connection has some")
{
    CHECK(parse(std::string{required} + "--drain-time 0s").drain_time == std::chrono::seconds{0});
    CHECK_THROWS_AS(parse(std::string{required} + "--idle-timeout 0s"), CLI::ValidationError);
}

TEST_CASE("options: each is shown with its variable and default")
{
    ServeOptions options;
    CLI::App app;
    add_serve_options(app, options);
    auto const help = app.help();
    for (auto const* text :
         {"--listen",
          "SLICEGATE_LISTEN",
          "0.0.0.0:8443",
          "SLICEGATE_OPS_LISTEN",
          "SLICEGATE_CONFIG",
          "SLICEGATE_TLS_CERT",
          "SLICEGATE_TLS_KEY",
          "SLICEGATE_CLIENT_CA",
          "SLICEGATE_THREADS",
          "SLICEGATE_LOG_LEVEL",
          "SLICEGATE_MAX_BODY_BYTES",
          "32MiB",
          "SLICEGATE_MAX_INFLIGHT_BYTES",
          "128MiB",
          "SLICEGATE_MAX_CONNECTIONS",
          "SLICEGATE_HANDSHAKE_TIMEOUT",
          "SLICEGATE_HEADER_TIMEOUT",
          "SLICEGATE_BODY_TIMEOUT",
          "SLICEGATE_WRITE_TIMEOUT",
          "SLICEGATE_IDLE_TIMEOUT",
          "120s",
          "SLICEGATE_DRAIN_TIME"})
        CHECK_THAT(help, ContainsSubstring(text));
}

TEST_CASE("options: the environment stands in for an argument, the argument wins")
{
    Variable const cert{"SLICEGATE_TLS_CERT", "from-environment"};
    Variable const drain{"SLICEGATE_DRAIN_TIME", "3s"};
    CHECK(parse("--tls-key b").tls_cert == "from-environment");
    CHECK(parse("--tls-key b").drain_time == std::chrono::seconds{3});
    CHECK(parse("--tls-key b --drain-time 4s").drain_time == std::chrono::seconds{4});
}

TEST_CASE("options: a wrong value is an error that names the option and the value")
{
    auto const message = [](std::string const& arguments) -> std::string {
        try {
            parse(required + arguments);
        } catch (CLI::ParseError const& error) {
            return error.what();
        }
        return {};
    };
    CHECK(
        message("--max-body-bytes 3xx") ==
        R"(--max-body-bytes: "3xx" is not a size, for instance 32MiB (or 1048576, 64KiB, 1GiB; above zero, at most 1024GiB))");
    CHECK_THAT(
        message("--idle-timeout 5x"),
        ContainsSubstring(R"(--idle-timeout: "5x" is not a duration, for instance 90s)"));
    CHECK_THAT(message("--threads 0"), ContainsSubstring(R"(--threads: "0" is not a whole number)"));
    CHECK_THAT(message("--nonsense"), ContainsSubstring("--nonsense"));
    CHECK_THROWS_AS(parse("--tls-key b"), CLI::RequiredError);
}

TEST_CASE("options: a wrong variable is an error that names the variable")
{
    Variable const listen{"SLICEGATE_LISTEN", "localhost"};
    try {
        parse(required);
        FAIL("accepted");
    } catch (CLI::ParseError const& error) {
        CHECK_THAT(
            error.what(), ContainsSubstring(R"(SLICEGATE_LISTEN: "localhost" is not an address and port)"));
    }
}
