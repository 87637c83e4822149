// SPDX-License-Identifier: Apache-2.0
#include "cli/json_text.hpp"

#include "policy/json_depth.hpp"
#include "policy/text.hpp"

#include <nlohmann/json.hpp>
#include <simdjson.h>

#include <algorithm>

namespace slicegate::cli {

namespace {

constexpr std::size_t max_depth = 1000;  // real objects stay below 50

std::size_t skip_space(std::string_view json, std::size_t at)
{
    return std::min(json.find_first_not_of(" \t\r\n", at), json.size());
}

std::size_t skip_string(std::string_view json, std::size_t at)
{
    for (++at; at < json.size() && json[at] != '"'; ++at)
        at += json[at] == '\\' ? std::size_t{1} : std::size_t{0};
    return std::min(at + 1, json.size());
}

// simdjson tells that something is wrong, fast; this one tells where.
Fault describe_fault(std::string const& json)
{
    Fault fault{.line = 1, .what = "is not JSON"};
    try {
        [[maybe_unused]] auto const value =
            nlohmann::json::parse(json, [](int, auto, auto&) { return false; });
    } catch (nlohmann::json::parse_error const& error) {
        fault.line += count_lines(std::string_view(json).substr(0, error.byte > 0 ? error.byte - 1 : 0));
        std::string_view what = error.what();
        auto const colon = what.find(": ");
        if (colon != std::string_view::npos)
            what.remove_prefix(colon + 2);
        fault.what += ": ";
        policy::append_shown(fault.what, what, 200);
    }
    return fault;
}

// The step of a path that leads to a member, as refusals spell it.
std::string step_to(std::string_view raw_key, bool is_root)
{
    std::string step = is_root ? "" : "x";  // a dot goes before a key unless it is the first
    policy::append_path_key(step, raw_key);
    return is_root ? step : step.substr(1);
}

bool leads(std::string_view path, std::string_view step)
{
    return path.starts_with(step) &&
           (path.size() == step.size() || path[step.size()] == '.' || path[step.size()] == '[');
}

struct Found {
    std::size_t key = 0;     // offset of the member's key or of the element
    std::size_t value = 0;   // offset of its value; 0: nothing found
    std::size_t length = 0;  // of the path's step that led here
};

// Of equal keys the last one counts.
Found find_member(std::string_view json, std::size_t at, std::string_view path, bool is_root)
{
    Found found;
    for (at = skip_space(json, at + 1); at < json.size() && json[at] == '"';) {
        std::size_t const key = at;
        at = skip_string(json, at);
        auto const step = step_to(json.substr(key + 1, at - key - 2), is_root);
        std::size_t const value = skip_space(json, skip_space(json, at) + 1);
        if (leads(path, step))
            found = {.key = key, .value = value, .length = step.size()};
        at = skip_space(json, skip_json_value(json, value));
        if (at < json.size() && json[at] == ',')
            at = skip_space(json, at + 1);
    }
    return found;
}

Found find_element(std::string_view json, std::size_t at, std::string_view path)
{
    at = skip_space(json, at + 1);
    for (std::size_t index = 0; at < json.size() && json[at] != ']'; ++index) {
        auto const step = '[' + std::to_string(index) + ']';
        if (leads(path, step))
            return {.key = at, .value = at, .length = step.size()};
        at = skip_space(json, skip_json_value(json, at));
        if (at < json.size() && json[at] == ',')
            at = skip_space(json, at + 1);
    }
    return {};
}

}  // namespace

std::size_t count_lines(std::string_view text)
{
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

std::optional<Fault> find_json_fault(std::string& json)
{
    if (policy::is_deeper_than(json, max_depth))
        return Fault{.line = 1, .what = "is nested deeper than " + std::to_string(max_depth) + " levels"};
    if (json.capacity() < json.size() + simdjson::SIMDJSON_PADDING)
        json.reserve(json.size() + simdjson::SIMDJSON_PADDING);
    thread_local simdjson::dom::parser parser;
    simdjson::dom::element root;
    if (parser.parse(json.data(), json.size(), false).get(root) == simdjson::SUCCESS)
        return std::nullopt;
    return describe_fault(json);
}

std::size_t skip_json_value(std::string_view json, std::size_t at)
{
    std::size_t depth = 0;
    for (; at < json.size(); ++at) {
        char const c = json[at];
        if (c == '"')
            at = skip_string(json, at) - 1;
        else if (c == '{' || c == '[')
            ++depth;
        else if (depth > 0 && (c == '}' || c == ']'))
            --depth;
        else if (depth == 0 && std::string_view{",}] \t\r\n"}.find(c) != std::string_view::npos)
            return at;
        else
            continue;
        if (depth == 0)
            return at + 1;
    }
    return at;
}

std::size_t locate_field(std::string_view json, std::string_view path)
{
    std::size_t at = skip_space(json, 0);
    std::size_t best = at;
    for (bool is_root = true; !path.empty() && at < json.size(); is_root = false) {
        Found found;
        if (json[at] == '{')
            found = find_member(json, at, path, is_root);
        else if (json[at] == '[')
            found = find_element(json, at, path);
        if (found.value == 0)
            break;
        best = found.key;
        at = found.value;
        path.remove_prefix(found.length);
    }
    return best;
}

}  // namespace slicegate::cli
