// SPDX-License-Identifier: Apache-2.0
#include "server/log.hpp"

#include "server/json_text.hpp"

#include <spdlog/async.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>

namespace slicegate::server {
namespace {

constexpr std::size_t queued_lines = 8192;

// Kubernetes names end at 253 characters; user names have no end.
constexpr std::size_t max_name_bytes = 253;
constexpr std::size_t max_text_bytes = 512;

void append_member(std::string& out, std::string_view key, std::string_view value, std::size_t max_bytes)
{
    out.append(",\"").append(key).append("\":");
    append_json_string(out, value, max_bytes);
}

void append_member(std::string& out, std::string_view key, std::uint64_t value)
{
    out.append(",\"").append(key).append("\":").append(std::to_string(value));
}

std::string_view decision_of(ReviewRecord const& record)
{
    if (record.http_status != 200)
        return "unreadable";
    switch (record.outcome.verdict) {
    case policy::Verdict::allowed:
        return "allowed";
    case policy::Verdict::patched:
        return "patched";
    case policy::Verdict::denied:
        return "denied";
    }
    return "denied";
}

// Each rule once, however many violations it has.
void append_rules(std::string& out, policy::Outcome const& outcome)
{
    out += ",\"rules\":[";
    std::string_view last;
    for (auto const& violation : outcome.violations) {
        if (violation.rule == last)
            continue;
        if (!last.empty())
            out += ',';
        append_json_string(out, violation.rule, max_name_bytes);
        last = violation.rule;
    }
    out += ']';
}

}  // namespace

std::shared_ptr<Logger> make_logger(Level level)
{
    if (!spdlog::thread_pool())
        spdlog::init_thread_pool(queued_lines, 1);
    auto sink = std::make_shared<spdlog::sinks::stderr_sink_mt>();
    sink->set_formatter(std::make_unique<spdlog::pattern_formatter>(
        R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l",%v})", spdlog::pattern_time_type::utc, "\n"));
    auto logger = std::make_shared<spdlog::async_logger>(
        "slicegate", std::move(sink), spdlog::thread_pool(), spdlog::async_overflow_policy::overrun_oldest);
    logger->set_level(level);
    return logger;
}

Level next_level(Level level, Verbosity verbosity)
{
    int const next = static_cast<int>(level) + (verbosity == Verbosity::more ? -1 : 1);
    return static_cast<Level>(std::clamp<int>(next, Level::debug, Level::err));
}

// The line passes at info, however high the level was and will be.
void set_log_level(Logger& logger, Level level, std::string_view by)
{
    logger.set_level(Level::info);
    auto const word = spdlog::level::to_string_view(level);
    log_event(logger, Level::info, "log level set", {{"log_level", {word.data(), word.size()}}, {"by", by}});
    logger.set_level(level);
}

void flush_logs()
{
    spdlog::shutdown();
}

Level level_of(ReviewRecord const& record)
{
    bool const is_plain = record.http_status == 200 && record.outcome.verdict != policy::Verdict::denied &&
                          record.outcome.violations.empty();
    return is_plain ? Level::debug : Level::info;
}

std::string render_review(ReviewRecord const& record)
{
    auto const& outcome = record.outcome;
    std::string line = "\"msg\":\"review\"";
    append_member(line, "uid", outcome.uid, max_name_bytes);
    append_member(
        line, "path", record.stage == policy::Stage::mutate ? "/mutate" : "/validate", max_name_bytes);
    append_member(line, "operation", outcome.operation, max_name_bytes);
    append_member(line, "kind", outcome.kind, max_name_bytes);
    append_member(line, "namespace", outcome.namespace_, max_name_bytes);
    append_member(line, "name", outcome.name, max_name_bytes);
    append_member(line, "user", outcome.user, max_text_bytes);
    append_member(line, "decision", decision_of(record), max_name_bytes);
    append_rules(line, outcome);
    append_member(line, "code", record.http_status == 200 ? outcome.code : record.http_status);
    append_member(line, "bytes", record.bytes);
    append_member(line, "duration_us", static_cast<std::uint64_t>(record.duration.count() / 1000));
    line.append(outcome.dry_run ? ",\"dry_run\":true" : ",\"dry_run\":false");
    return line;
}

void log_review(Logger& logger, ReviewRecord const& record)
{
    auto const level = level_of(record);
    if (logger.should_log(level))
        logger.log(level, render_review(record));
}

std::string render_event(std::string_view message, LogFields fields)
{
    std::string line = "\"msg\":";
    append_json_string(line, message, max_text_bytes);
    for (auto const& [key, value] : fields)
        append_member(line, key, value, max_text_bytes);
    return line;
}

void log_event(Logger& logger, Level level, std::string_view message, LogFields fields)
{
    if (logger.should_log(level))
        logger.log(level, render_event(message, fields));
}

}  // namespace slicegate::server
