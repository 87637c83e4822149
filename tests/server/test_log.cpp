// SPDX-License-Identifier: Apache-2.0
#include "server/json_text.hpp"
#include "server/log.hpp"

#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>
#include <spdlog/sinks/ostream_sink.h>

#include <sstream>

using namespace slicegate::server;
namespace policy = slicegate::policy;

namespace {

std::string quote(std::string_view text, std::size_t max_bytes = 100)
{
    std::string out;
    append_json_string(out, text, max_bytes);
    return out;
}

policy::Outcome refused()
{
    policy::Outcome outcome;
    outcome.uid = "u-1";
    outcome.operation = "CREATE";
    outcome.kind = "Pod";
    outcome.namespace_ = "team-a";
    outcome.name = "trainer";
    outcome.user = "jane@example.com";
    outcome.verdict = policy::Verdict::denied;
    outcome.code = 403;
    outcome.violations = {
        {"single-slice", policy::Action::deny},
        {"single-slice", policy::Action::deny},
        {"node-name", policy::Action::deny}};
    return outcome;
}

policy::Outcome allowed()
{
    policy::Outcome outcome;
    outcome.verdict = policy::Verdict::allowed;
    outcome.code = 200;
    return outcome;
}

Level level(policy::Outcome const& outcome, unsigned http_status = 200)
{
    return level_of({policy::Stage::validate, outcome, http_status, 1, {}});
}

}  // namespace

TEST_CASE("log: a review is one line of JSON with the documented keys")
{
    auto const outcome = refused();
    ReviewRecord const record{policy::Stage::validate, outcome, 200, 2660, std::chrono::nanoseconds{41'900}};
    CHECK(
        render_review(record) ==
        R"("msg":"review","uid":"u-1","path":"/validate","operation":"CREATE","kind":"Pod","namespace":"team-a",)"
        R"("name":"trainer","user":"jane@example.com","decision":"denied","rules":["single-slice","node-name"],)"
        R"("code":403,"bytes":2660,"duration_us":41,"dry_run":false)");
}

TEST_CASE("log: a body that is no review is logged by its HTTP status")
{
    policy::Outcome const outcome;
    auto const line = render_review({policy::Stage::mutate, outcome, 400, 1, {}});
    auto const json = nlohmann::json::parse("{" + line + "}");
    CHECK(json["decision"] == "unreadable");
    CHECK(json["code"] == 400);
    CHECK(json["path"] == "/mutate");
}

TEST_CASE("log: refusals, warnings and the unreadable are info, plain allowances debug")
{
    CHECK(level(refused()) == Level::info);
    CHECK(level(allowed()) == Level::debug);
    CHECK(level(allowed(), 400) == Level::info);
    auto warned = allowed();
    warned.violations = {{"visible-devices", policy::Action::warn}};
    CHECK(level(warned) == Level::info);
    auto patched = allowed();
    patched.verdict = policy::Verdict::patched;
    CHECK(level(patched) == Level::debug);
}

TEST_CASE("log: what a user writes cannot forge a line")
{
    auto outcome = refused();
    outcome.name = "x\",\"decision\":\"allowed\"\n{\"level\":\"info\"}\x1b[2J";
    outcome.user = std::string_view{"\xff\x00\x7f", 3};
    auto const line = render_review({policy::Stage::validate, outcome, 200, 1, {}});
    CHECK(line.find('\n') == std::string::npos);
    CHECK(line.find('\x1b') == std::string::npos);
    auto const json = nlohmann::json::parse("{" + line + "}");
    CHECK(json["decision"] == "denied");
    CHECK(json["name"] == std::string{outcome.name});
    CHECK(json["user"] == std::string("\xEF\xBF\xBD\x00\x7f", 5));
}

TEST_CASE("log: a line is bounded whatever the names")
{
    auto outcome = refused();
    std::string const long_name(1'000'000, '\x01');
    outcome.uid = outcome.operation = outcome.kind = outcome.namespace_ = outcome.name = outcome.user =
        long_name;
    CHECK(render_review({policy::Stage::validate, outcome, 200, 1, {}}).size() < 12'000);
}

TEST_CASE("log: a level is set step by step, and a line says it whatever the level is")
{
    CHECK(next_level(Level::info, Verbosity::more) == Level::debug);
    CHECK(next_level(Level::debug, Verbosity::more) == Level::debug);
    CHECK(next_level(Level::info, Verbosity::less) == Level::warn);
    CHECK(next_level(Level::warn, Verbosity::less) == Level::err);
    CHECK(next_level(Level::err, Verbosity::less) == Level::err);
    std::ostringstream lines;
    Logger logger{"test", std::make_shared<spdlog::sinks::ostream_sink_mt>(lines)};
    logger.set_pattern("%l %v");
    logger.set_level(Level::warn);
    set_log_level(logger, Level::err, "SIGUSR2");
    CHECK(logger.level() == Level::err);
    CHECK(lines.str() == "info \"msg\":\"log level set\",\"log_level\":\"error\",\"by\":\"SIGUSR2\"\n");
}

TEST_CASE("log: an event is a message and its fields")
{
    CHECK(render_event("port \"open\"", {{"port", "8443"}}) == R"("msg":"port \"open\"","port":"8443")");
}

TEST_CASE("json text: any bytes become valid JSON in valid UTF-8")
{
    CHECK(quote("plain") == "\"plain\"");
    CHECK(quote("\"\\\b\n\x1f\x7f") == R"("\"\\\u0008\u000a\u001f\u007f")");
    CHECK(quote("h\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80") == "\"h\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80\"");
    for (auto const* bad :
         {"\x80", "\xC0\x80", "\xC3", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80",
          "\xFF"}) {
        auto const parsed = nlohmann::json::parse(quote(bad));
        CHECK(parsed.get<std::string>().starts_with("\xEF\xBF\xBD"));
    }
}

TEST_CASE("json text: a cut leaves no half of a character")
{
    CHECK(quote("abcdef", 3) == "\"abc\xE2\x80\xA6\"");
    CHECK(quote("ab\xE2\x82\xAC", 4) == "\"ab\xE2\x80\xA6\"");
    CHECK(quote("ab\xE2\x82\xAC", 5) == "\"ab\xE2\x82\xAC\"");
    CHECK(quote("", 0) == "\"\"");
}
