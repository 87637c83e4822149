// SPDX-License-Identifier: Apache-2.0
#include "cli/render_sarif.hpp"

#include "policy/rules.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <string_view>

namespace slicegate::cli {

namespace {

using nlohmann::ordered_json;

constexpr char const* unnamed_rule = "unreadable-object";  // of a shape that no rule can judge

std::string dump(ordered_json const& value)
{
    return value.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

// A URI reference (RFC 3986): relative to where the command ran, or a file: URI.
std::string uri_of(std::string const& file)
{
    constexpr std::string_view digits = "0123456789ABCDEF";
    constexpr std::string_view unreserved = "-._~/";
    std::string uri = file.starts_with('/') ? "file://" : "";
    for (char const c : file == "-" ? std::string("stdin") : file) {
        bool const is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                              unreserved.find(c) != std::string_view::npos;
        auto const byte = static_cast<unsigned char>(c);
        if (is_plain)
            uri += c;
        else
            ((uri += '%') += digits[byte >> 4]) += digits[byte & 0xF];
    }
    return uri;
}

ordered_json location(std::string const& file, std::size_t line)
{
    return {
        {"physicalLocation",
         {{"artifactLocation", {{"uri", uri_of(file)}}}, {"region", {{"startLine", line}}}}}};
}

std::string level_of(policy::Action action)
{
    if (action == policy::Action::deny)
        return "error";
    return action == policy::Action::warn ? "warning" : "note";
}

ordered_json describe_rule(std::string_view id, std::string const& level)
{
    return {{"id", id}, {"name", id}, {"defaultConfiguration", {{"level", level}}}};
}

ordered_json render_result(std::string const& file, ObjectFindings const& findings, Notice const& notice)
{
    bool const is_error = notice.level == Level::error;
    std::string text;
    if (is_error)
        text = findings.kind + ' ' + findings.name + ": " + notice.place + ": ";
    text += notice.text;
    if (!notice.advice.empty())
        text += '\n' + notice.advice;
    auto where = location(file, notice.line);
    if (!notice.place.empty()) {
        auto const prefix = findings.place.empty() ? std::string{} : findings.place + '.';
        where["logicalLocations"] = ordered_json::array({{{"fullyQualifiedName", prefix + notice.place}}});
    }
    return {
        {"ruleId", notice.rule.empty() ? std::string(unnamed_rule) : notice.rule},
        {"level", is_error ? "error" : "warning"},
        {"message", {{"text", text}}},
        {"locations", ordered_json::array({where})}};
}

}  // namespace

std::string render_sarif_head()
{
    auto rules = ordered_json::array();
    for (policy::Rule const& rule : policy::rules())
        rules.push_back(describe_rule(rule.id, level_of(rule.default_action)));
    rules.push_back(describe_rule(unnamed_rule, "error"));
    ordered_json const driver{{"name", "slicegate"}, {"rules", rules}};
    return R"({"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"tool":{"driver":)" +
           dump(driver) + R"(},"results":[)";
}

std::string render_sarif(std::string const& file, ObjectFindings const& findings, ReportStyle const& style)
{
    std::string out;
    for (Notice const& notice : findings.notices) {
        if (notice.level == Level::warning && style.is_quiet)
            continue;
        out += out.empty() ? "" : ",\n";
        out += dump(render_result(file, findings, notice));
    }
    return out;
}

std::string render_sarif_notification(std::string const& file, Trouble const& trouble)
{
    return dump(
        {{"level", "error"},
         {"message", {{"text", trouble.what}}},
         {"locations", ordered_json::array({location(file, trouble.line)})}});
}

std::string render_sarif_tail(std::vector<std::string> const& notifications)
{
    std::string out = "\n],\"invocations\":[{\"executionSuccessful\":";
    out += notifications.empty() ? "true" : "false";
    out += ",\"toolExecutionNotifications\":[";
    for (std::string const& each : notifications)
        (out += &each == &notifications.front() ? "\n" : ",\n") += each;
    return out += "]}]}]}\n";
}

}  // namespace slicegate::cli
