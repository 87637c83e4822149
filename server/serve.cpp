// SPDX-License-Identifier: Apache-2.0
#include "server/serve.hpp"

#include "policy/policy.hpp"
#include "server/load_files.hpp"
#include "server/log.hpp"
#include "server/process.hpp"
#include "server/reload.hpp"
#include "server/server.hpp"
#include "server/version.hpp"

#include <boost/asio/basic_signal_set.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include <csignal>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>

namespace slicegate::server {
namespace {

// A request's head is some 300 bytes; a bearer token and the fields of an impersonation add a few KiB.
constexpr std::size_t max_header_bytes = std::size_t{16} * 1024;

// A client that is told to go away has so long to read why.
constexpr std::chrono::seconds linger_timeout{5};

using Signals = asio::basic_signal_set<Executor>;

Result<void> load_policy(std::string const& path, Serving& serving)
{
    if (path.empty()) {
        serving.policy = std::make_shared<policy::Policy const>(policy::make_default_policy());
        serving.policy_digest = "compiled-in";
        return boost::system::in_place_value;
    }
    auto const text = read_file(path);
    if (!text)
        return text.error();
    auto policy = make_policy(path, *text);
    if (!policy)
        return policy.error();
    serving.policy = std::move(*policy);
    serving.policy_digest = digest_of(*text);
    return boost::system::in_place_value;
}

// A file that cannot be read is a wrong option as a rule.
Error name_option(ServeOptions const& options, Error const& error)
{
    std::pair<char const*, std::string> const files[] = {
        {"--config", options.config},
        {"--tls-cert", options.tls_cert},
        {"--tls-key", options.tls_key},
        {"--client-ca", options.client_ca}};
    for (auto const& [option, path] : files) {
        if (error.code == Errc::io && error.message.starts_with(path + ": "))
            return {error.code, name_as_given(option, path) + ": " + error.message};
    }
    return error;
}

Result<Serving> load_serving(ServeOptions const& options)
{
    Serving serving;
    if (auto const loaded = load_policy(options.config, serving); !loaded)
        return name_option(options, loaded.error());
    auto const tls = load_tls({options.tls_cert, options.tls_key, options.client_ca});
    if (!tls)
        return name_option(options, tls.error());
    serving.tls = tls->context;
    serving.certificate_end = tls->certificate_end;
    return serving;
}

ServerOptions server_options(ServeOptions const& options)
{
    PhaseLimits const phases{options.handshake_timeout, options.idle_timeout,  options.header_timeout,
                             options.body_timeout,      options.write_timeout, linger_timeout};
    return {
        .listen = options.listen,
        .ops_listen = options.ops_listen,
        .threads = options.threads,
        .max_connections = allow_connections(options.max_connections),
        .limits =
            {.request = {.max_header_bytes = max_header_bytes, .max_body_bytes = options.max_body_bytes},
             .max_inflight_bytes = options.max_inflight_bytes,
             .phases = phases},
        .drain_time = options.drain_time};
}

// The first signal drains, the second ends.
void watch(Signals& signals, Server& server)
{
    signals.async_wait([&](error_code const& error, int) {
        if (error)
            return;
        server.drain();
        signals.async_wait([&](error_code const& again, int) {
            if (!again)
                server.stop();
        });
    });
}

// The level, one step at each signal.
void watch_log_level(Signals& signals, Logger& logger)
{
    signals.async_wait([&](error_code const& error, int number) {
        if (error)
            return;
        bool const says_more = number == SIGUSR1;
        auto const level = next_level(logger.level(), says_more ? Verbosity::more : Verbosity::less);
        set_log_level(logger, level, says_more ? "SIGUSR1" : "SIGUSR2");
        watch_log_level(signals, logger);
    });
}

void log_start(Logger& logger, Server const& server, ServerOptions const& options, Serving const& serving)
{
    log_event(
        logger, Level::info, "serving",
        {{"version", version()},
         {"port", std::to_string(server.port())},
         {"ops_port", std::to_string(server.ops_port())},
         {"threads", std::to_string(options.threads)},
         {"max_connections", std::to_string(options.max_connections)},
         {"policy", serving.policy->name},
         {"policy_digest", serving.policy_digest}});
}

}  // namespace

Result<void> serve(ServeOptions const& options)
{
    prepare_process();
    auto const serving = load_serving(options);
    if (!serving)
        return serving.error();
    auto const logger = make_logger(options.log_level);
    auto const derived = server_options(options);
    auto const server = Server::make(derived, *serving, *logger);
    if (!server)
        return server.error();
    Signals signals{(*server)->executor(), SIGTERM, SIGINT};
    watch(signals, **server);
    Signals level_signals{(*server)->executor(), SIGUSR1, SIGUSR2};
    watch_log_level(level_signals, *logger);
    apply_log_level(*logger, options, *serving->policy);
    Reload reload{options, *serving, **server, *logger};
    asio::co_spawn((*server)->executor(), reload.run(), asio::detached);
    log_start(*logger, **server, derived, *serving);
    (*server)->run();
    return boost::system::in_place_value;
}

}  // namespace slicegate::server
