// SPDX-License-Identifier: Apache-2.0
#include "server/reload.hpp"

#include <chrono>
#include <utility>

namespace slicegate::server {
namespace {

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
    auto const level = policy.log_level ? level_of(*policy.log_level) : options.log_level;
    if (!options.is_log_level_given && level != logger.level())
        set_log_level(logger, level, "policy");
}

Reload::Reload(ServeOptions const& options, Serving serving, Server& server, Logger& logger)
    : options_{options}, files_{options.tls_cert, options.tls_key, options.client_ca},
      serving_{std::move(serving)}, server_{server}, logger_{logger}
{
    if (auto const text = read_file(options.config); !options.config.empty() && text)
        policy_.text = *text;
    certificate_.text = text_of(files_);
}

Task<> Reload::run(std::chrono::milliseconds interval)
{
    Timer timer{server_.executor()};
    for (;;) {
        timer.expires_after(interval);
        co_await timer.async_wait(as_values);
        look();
    }
}

void Reload::look()
{
    if (!options_.config.empty())
        look_at_policy();
    look_at_certificate();
}

// Whether this is new, and what the last look found too.
bool Reload::has_settled(Watched& watched, std::string now)
{
    if (now != watched.text) {
        watched.text = std::move(now);
        watched.is_settled = false;
        watched.refused.clear();
        return false;
    }
    return !std::exchange(watched.is_settled, true);
}

void Reload::look_at_policy()
{
    auto const text = read_file(options_.config);
    if (!has_settled(policy_, text ? *text : std::string{}))
        return;
    if (!text)
        return refuse(Reloadable::policy, policy_, text.error().message);
    auto const policy = make_policy(options_.config, *text);
    if (!policy)
        return refuse(Reloadable::policy, policy_, policy.error().message);
    if ((*policy)->label != serving_.policy->label)
        return refuse(
            Reloadable::policy, policy_,
            options_.config + ": spec.label: is not changed while slicegate runs, for running pods carry " +
                serving_.policy->label + "; adopt them first, by the new label, then restart slicegate");
    bool const is_level_new = (*policy)->log_level != serving_.policy->log_level;
    serving_.policy = *policy;
    serving_.policy_digest = digest_of(*text);
    if (is_level_new)
        apply_log_level(logger_, options_, **policy);
    accept(Reloadable::policy, policy_, "policy reloaded");
}

// A refused pair is tried at each look, for time alone can mend it: one that is not valid before a moment, or a
// file whose mode has changed.
void Reload::look_at_certificate()
{
    if (!has_settled(certificate_, text_of(files_)) && certificate_.refused.empty())
        return;
    auto const tls = load_tls(files_);
    if (!tls)
        return refuse(Reloadable::certificate, certificate_, tls.error().message);
    serving_.tls = tls->context;
    serving_.certificate_end = tls->certificate_end;
    accept(Reloadable::certificate, certificate_, "certificate reloaded");
}

// The same refusal of the same text is said and counted once.
void Reload::refuse(Reloadable what, Watched& watched, std::string const& error)
{
    if (watched.refused == error)
        return;
    watched.refused = error;
    log_event(logger_, Level::err, "reload refused, the last good one stays", {{"error", error}});
    server_.note_reload(what, error);
}

void Reload::accept(Reloadable what, Watched& watched, std::string_view message)
{
    watched.refused.clear();
    server_.use(serving_);
    server_.note_reload(what, {});
    log_event(
        logger_, Level::info, message,
        {{"policy", serving_.policy->name}, {"policy_digest", serving_.policy_digest}});
}

}  // namespace slicegate::server
