// SPDX-License-Identifier: Apache-2.0
#include "cli/apply_changes.hpp"

#include "cli/diff.hpp"
#include "cli/render_text.hpp"
#include "cli/write_yaml.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace slicegate::cli {

namespace {

using nlohmann::ordered_json;

constexpr std::string_view blank = " \t\r\n";

// Takes a refused object out of a List, and the comma beside it.
void leave_out(std::string& out, std::string_view json, std::size_t& at)
{
    std::size_t const next = std::min(json.find_first_not_of(blank, at), json.size());
    if (next < json.size() && json[next] == ',') {
        at = next + 1;
    } else {
        auto const last = out.find_last_not_of(blank);
        if (last != std::string::npos && out[last] == ',')
            out.resize(last);
    }
}

// The document's JSON with its objects changed. Changes come by ascending offset.
std::string splice(Examined const& examined)
{
    std::string out;
    std::size_t at = 0;
    for (Change const& change : examined.changes) {
        out += examined.json.substr(at, change.offset - at);
        at = change.offset + change.length;
        if (change.patch.empty()) {
            leave_out(out, examined.json, at);
            continue;
        }
        auto const object = ordered_json::parse(examined.json.substr(change.offset, change.length));
        out += object.patch(ordered_json::parse(change.patch)).dump();
    }
    return out += examined.json.substr(at);
}

bool is_refused_whole(Examined const& examined)
{
    return examined.changes.size() == 1 && examined.changes.front().patch.empty() &&
           examined.changes.front().length == examined.json.size();
}

// The lines before a YAML document's first word: its separator, comments, nothing.
std::string_view head_of(std::string_view text)
{
    std::size_t at = 0;
    while (at < text.size()) {
        auto const line = text.substr(at, text.find('\n', at) - at);
        auto const first = line.find_first_not_of(blank);
        bool const is_separator =
            line.starts_with("---") && line.find_first_not_of(blank, 3) == std::string_view::npos;
        if (first != std::string_view::npos && line[first] != '#' && !is_separator)
            break;
        at = std::min(at + line.size() + 1, text.size());
    }
    return text.substr(0, at);
}

std::size_t count_spaces(std::string_view text, std::size_t from)
{
    return std::min(text.find_first_not_of(' ', from), text.size()) - from;
}

// As the object was laid out: on one line, or indented as its second and its last line were.
std::string lay_out(ordered_json const& value, std::string_view like)
{
    auto const first_break = like.find('\n');
    if (first_break == std::string_view::npos)
        return value.dump();
    std::size_t const inner = count_spaces(like, first_break + 1);
    std::size_t const outer = count_spaces(like, like.rfind('\n') + 1);
    auto const laid_out = value.dump(inner > outer ? static_cast<int>(inner - outer) : 2);
    std::string out;
    for (char const c : laid_out) {
        out += c;
        if (c == '\n')
            out.append(outer, ' ');
    }
    return out;
}

// null is as good as absent, and no std::string.
std::string name_of(ordered_json const& object)
{
    auto const name = object.value("/metadata/name"_json_pointer, ordered_json());
    return name.is_string() ? name.get<std::string>() : "(no name)";
}

}  // namespace

std::optional<std::string> apply_changes(Document const& document, Examined const& examined)
{
    if (examined.changes.empty())
        return std::string(document.text);
    if (is_refused_whole(examined))
        return std::nullopt;
    auto const value = ordered_json::parse(splice(examined));
    if (!examined.is_yaml)
        return lay_out(value, document.text);
    return std::string(head_of(document.text)) + write_yaml(value);
}

std::string render_changes(std::string const& file, Document const& document, Examined const& examined)
{
    std::string out;
    for (Change const& change : examined.changes) {
        if (change.patch.empty())
            continue;
        auto const before = ordered_json::parse(examined.json.substr(change.offset, change.length));
        auto const after = before.patch(ordered_json::parse(change.patch));
        auto const label = shown_file(file) + (document.place.empty() ? "" : ' ' + document.place) + " pod " +
                           name_of(before);
        out += unified_diff(label, write_yaml(before), write_yaml(after));
    }
    return out;
}

}  // namespace slicegate::cli
