// SPDX-License-Identifier: Apache-2.0
#include "server/reload.hpp"

#include <chrono>
#include <utility>

namespace slicegate::server {
namespace {

// A kubelet takes up to a minute to bring a change; what comes after that must not add to it. Certificates
// are promised within 10 s.
constexpr std::chrono::seconds look_interval{2};

// All that a TLS context is made of; a file that cannot be read is an empty text, and said when it is loaded.
std::string text_of(certs::CredentialFiles const& files)
{
    std::string all;
    for (std::string const& path : {files.certificate, files.key, files.client_ca}) {
        auto const text = path.empty() ? Result<std::string>{std::string{}} : read_file(path);
        all += text ? *text : std::string{};
        all += '\0';
    }
    return all;
}

Level level_of(policy::LogLevel level)
{
    switch (level) {
    case policy::LogLevel::debug:
        return Level::debug;
    case policy::LogLevel::info:
        return Level::info;
    case policy::LogLevel::warn:
        return Level::warn;
    case policy::LogLevel::error:
        break;
    }
    return Level::err;
}

}  // namespace

void apply_log_level(Logger& logger, ServeOptions const& options, policy::Policy const& policy)
{
    if (!options.is_log_level_given)
        logger.set_level(policy.log_level ? level_of(*policy.log_level) : options.log_level);
}

Reload::Reload(ServeOptions const& options, Serving serving, Server& server, Logger& logger)
    : options_{options}, files_{options.tls_cert, options.tls_key, options.client_ca},
      serving_{std::move(serving)}, server_{server}, logger_{logger}
{
    if (auto const text = read_file(options.config); !options.config.empty() && text)
        policy_text_ = *text;
    certificate_text_ = text_of(files_);
}

Task<> Reload::run()
{
    Timer timer{server_.executor()};
    for (;;) {
        timer.expires_after(look_interval);
        co_await timer.async_wait(as_values);
        if (!options_.config.empty())
            look_at_policy();
        look_at_certificate();
    }
}

void Reload::look_at_policy()
{
    auto text = read_file(options_.config);
    std::string const now = text ? *text : std::string{};
    if (now == policy_text_)
        return;
    policy_text_ = now;
    if (!text)
        return reject(Reloadable::policy, text.error().message);
    auto const policy = make_policy(options_.config, now);
    if (!policy)
        return reject(Reloadable::policy, policy.error().message);
    if ((*policy)->label != serving_.policy->label)
        return reject(
            Reloadable::policy,
            options_.config + ": spec.label: is not changed while slicegate runs, for running pods carry " +
                serving_.policy->label + "; adopt them first, by the new label, then restart slicegate");
    serving_.policy = *policy;
    apply_log_level(logger_, options_, **policy);
    accept(Reloadable::policy, "policy reloaded");
}

// A pair may be read while one of its files is new and the other old: the next look sees both.
void Reload::look_at_certificate()
{
    auto now = text_of(files_);
    if (now == certificate_text_)
        return;
    certificate_text_ = std::move(now);
    auto const tls = load_tls(files_);
    if (!tls)
        return reject(Reloadable::certificate, tls.error().message);
    serving_.tls = tls->context;
    serving_.certificate_end = tls->certificate_end;
    accept(Reloadable::certificate, "certificate reloaded");
}

void Reload::reject(Reloadable what, std::string const& error)
{
    log_event(logger_, Level::err, "reload refused, the last good one stays", {{"error", error}});
    server_.note_reload(what, error);
}

void Reload::accept(Reloadable what, std::string_view message)
{
    server_.use(serving_);
    server_.note_reload(what, {});
    log_event(logger_, Level::info, message, {{"policy", serving_.policy->name}});
}

}  // namespace slicegate::server
