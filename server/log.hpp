// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/admit.hpp"

#include <spdlog/logger.h>

#include <chrono>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace slicegate::server {

using Logger = spdlog::logger;
using Level = spdlog::level::level_enum;

// JSON lines on stderr, written by a thread of its own: a full pipe must not hold up a review. Where that
// thread falls behind, the oldest lines are lost rather than memory.
[[nodiscard]] std::shared_ptr<Logger> make_logger(Level level);

// Sets the level and says so in a line, whatever the levels are; `by`: who has asked for it.
void set_log_level(Logger& logger, Level level, std::string_view by);

// The next level of debug, info, warning and error; the last one stays.
enum class Verbosity { more, less };
[[nodiscard]] Level next_level(Level level, Verbosity verbosity);

// Writes what is queued. To be called once, before the process ends.
void flush_logs();

// One answered request, for its line.
struct ReviewRecord {
    policy::Stage stage;
    policy::Outcome const& outcome;
    unsigned http_status;
    std::size_t bytes;
    std::chrono::nanoseconds duration;
};

// Refusals, warnings and bodies that are no review: info. Plain allowances: debug.
[[nodiscard]] Level level_of(ReviewRecord const& record);

// The line's members, without time and level. Names are escaped and cut; nothing of the body is in it.
[[nodiscard]] std::string render_review(ReviewRecord const& record);

void log_review(Logger& logger, ReviewRecord const& record);

// Any other event: a constant message and what belongs to it.
using LogFields = std::initializer_list<std::pair<std::string_view, std::string_view>>;
[[nodiscard]] std::string render_event(std::string_view message, LogFields fields);
void log_event(Logger& logger, Level level, std::string_view message, LogFields fields = {});

}  // namespace slicegate::server
