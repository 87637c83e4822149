// SPDX-License-Identifier: Apache-2.0
#include "server/options.hpp"

#include "server/cores.hpp"
#include "server/units.hpp"

#include <CLI/CLI.hpp>

#include <cstdlib>
#include <string_view>

namespace slicegate::server {
namespace {

// "--tls-cert" → "SLICEGATE_TLS_CERT".
std::string render_variable(std::string_view option)
{
    std::string name = "SLICEGATE_";
    for (char const c : option.substr(2))
        name += c == '-' ? '_' : static_cast<char>(c - 'a' + 'A');
    return name;
}

template <class T> using Parse = Result<T> (*)(std::string_view);

// An option whose default is written as its user would write it, and read the same way.
template <class T>
void add(
    CLI::App& command, char const* name, T& target, Parse<T> parse, char const* type,
    std::string const& otherwise, char const* help)
{
    target = *parse(otherwise);
    auto const read = [&target, parse, name](std::string const& text) {
        auto const value = parse(text);
        if (!value)
            throw CLI::ValidationError{name_as_given(name, text), value.error().message};
        target = *value;
    };
    auto* const option = command.add_option_function<std::string>(name, read, help);
    option->type_name(type)->default_str(otherwise)->envname(render_variable(name));
}

CLI::Option* add_file(CLI::App& command, char const* name, std::string& target, char const* help)
{
    return command.add_option(name, target, help)->type_name("FILE")->envname(render_variable(name));
}

}  // namespace

std::string name_as_given(std::string_view option, std::string const& value)
{
    auto variable = render_variable(option);
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nobody sets a variable
    char const* const given = std::getenv(variable.c_str());
    return given != nullptr && value == given ? variable : std::string{option};
}

void add_serve_options(CLI::App& command, ServeOptions& options)
{
    auto& it = options;
    add(command, "--listen", it.listen, parse_endpoint, "ADDRESS:PORT", "0.0.0.0:8443",
        "where the API server calls, over TLS");
    add(command, "--ops-listen", it.ops_listen, parse_endpoint, "ADDRESS:PORT", "0.0.0.0:8080",
        "plain HTTP for /livez, /readyz and /metrics");
    add_file(command, "--config", it.config, "the GpuPolicy (YAML); without it, the compiled-in one")
        ->default_str("compiled-in");
    add_file(command, "--tls-cert", it.tls_cert, "the serving certificate and its chain (PEM)")->required();
    add_file(command, "--tls-key", it.tls_key, "its private key (PEM)")->required();
    add_file(command, "--client-ca", it.client_ca, "demand client certificates by these CAs (PEM)")
        ->default_str("none");
    add(command, "--threads", it.threads, parse_count, "N", std::to_string(count_cores()),
        "threads that serve; the default is the cores that the container may use");
    add(command, "--log-level", it.log_level, parse_level, "LEVEL", "info", "debug, info, warning or error");
    // A 3 MiB object was seen to become a review of 17 MiB through escaping; about twice that.
    add(command, "--max-body-bytes", it.max_body_bytes, parse_bytes, "SIZE", "32MiB", "largest request body");
    add(command, "--max-inflight-bytes", it.max_inflight_bytes, parse_bytes, "SIZE", "128MiB",
        "of all request bodies together");
    add(command, "--max-connections", it.max_connections, parse_count, "N", "4096",
        "past it, the longest-waiting connection is closed");
    add(command, "--handshake-timeout", it.handshake_timeout, parse_duration, "TIME", "10s",
        "for the TLS handshake");
    add(command, "--header-timeout", it.header_timeout, parse_duration, "TIME", "10s",
        "for a request's header");
    add(command, "--body-timeout", it.body_timeout, parse_duration, "TIME", "30s", "for a request's body");
    add(command, "--write-timeout", it.write_timeout, parse_duration, "TIME", "30s", "for an answer");
    // kube-apiserver drops idle connections after 90 s; the server must not do so first, or it loses
    // requests.
    add(command, "--idle-timeout", it.idle_timeout, parse_duration, "TIME", "120s",
        "between requests; above the API server's 90s");
    add(command, "--drain-time", it.drain_time, parse_wait, "TIME", "10s",
        "goes on serving so long after SIGTERM");
}

}  // namespace slicegate::server
