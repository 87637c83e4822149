// SPDX-License-Identifier: Apache-2.0
#include "cli/findings.hpp"

#include "cli/base64.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace slicegate::cli {

namespace {

using nlohmann::json;

std::string text_in(json const& object, char const* key)
{
    auto const found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

// "[id] place: what; fix", where the place ends at the first colon and space.
Notice parse_line(Level level, std::string line)
{
    Notice notice{.level = level, .rule = {}, .place = {}, .text = std::move(line)};
    std::string_view rest = notice.text;
    auto const bracket = rest.find("] ");
    if (rest.starts_with('[') && bracket != std::string_view::npos) {
        notice.rule = rest.substr(1, bracket - 1);
        rest.remove_prefix(bracket + 2);
    }
    notice.place = rest.substr(0, rest.find(": "));
    return notice;
}

// The lines "  why: ..." and "  fix: ..." that follow the violations of each rule.
void read_advice(ObjectFindings& findings)
{
    std::string rule;
    for (std::string_view rest = findings.message; !rest.empty();) {
        std::size_t const end = std::min(rest.find('\n'), rest.size());
        auto const line = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (line.starts_with('['))
            rule = line.substr(1, line.find(']') - 1);
        if (!line.starts_with("  why: ") && !line.starts_with("  fix: "))
            continue;
        for (Notice& notice : findings.notices) {
            if (notice.rule == rule)
                (notice.advice += notice.advice.empty() ? "" : "\n") += line.substr(2);
        }
    }
}

void read_causes(ObjectFindings& findings, json const& status)
{
    auto const causes = status.value("/details/causes"_json_pointer, json::array());
    for (json const& cause : causes)
        findings.notices.push_back(
            {Level::error, text_in(cause, "type"), text_in(cause, "field"), text_in(cause, "message")});
    if (!findings.notices.empty())
        return read_advice(findings);
    // An object of an impossible shape: the second line says what and where.
    auto const start = findings.message.find('\n') + 1;
    auto const line = findings.message.substr(start, findings.message.find('\n', start) - start);
    auto notice = parse_line(Level::error, line);
    notice.text.erase(0, notice.text.find(": ") == std::string::npos ? 0 : notice.place.size() + 2);
    findings.notices.push_back(std::move(notice));
}

// The answer is our own and always of this shape.
json response_of(std::string_view answer)
{
    return json::parse(answer).at("response");
}

}  // namespace

ObjectFindings read_findings(std::string_view answer)
{
    ObjectFindings findings;
    auto const response = response_of(answer);
    findings.is_refused = !response.at("allowed").get<bool>();
    if (findings.is_refused) {
        json const& status = response.at("status");
        findings.message = text_in(status, "message");
        read_causes(findings, status);
    }
    auto const warnings = response.find("warnings");
    if (warnings != response.end()) {
        for (json const& warning : *warnings)
            findings.notices.push_back(parse_line(Level::warning, warning.get<std::string>()));
    }
    return findings;
}

std::string read_patch(std::string_view answer)
{
    return decode_base64(text_in(response_of(answer), "patch"));
}

}  // namespace slicegate::cli
