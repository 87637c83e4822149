// SPDX-License-Identifier: Apache-2.0
#include "cli/yaml_writer.hpp"

#include "policy/text.hpp"

#include <algorithm>
#include <functional>
#include <ranges>
#include <span>
#include <utility>

namespace slicegate::cli {

namespace {

constexpr std::size_t max_depth = 1000;
constexpr std::size_t max_nodes = 1'000'000;
constexpr std::size_t max_bytes = std::size_t{32} * 1024 * 1024;
constexpr std::size_t max_warnings = 16;
constexpr std::size_t few_keys = 16;  // so many are compared pair by pair

}  // namespace

void YamlWriter::refuse(std::uint32_t line, std::string what)
{
    if (!fault_)
        fault_ = Fault{.line = line, .what = std::move(what)};
}

bool YamlWriter::count(std::size_t nodes, std::uint32_t line)
{
    nodes_ += nodes;
    if (nodes_ > max_nodes)
        refuse(line, "unfolds to more than a million nodes");
    else if (to_.json.size() + anchored_bytes_ > max_bytes)
        refuse(line, "unfolds to more than 32 MiB");
    return !fault_;
}

void YamlWriter::mark(std::uint32_t line)
{
    to_.lines.push_back({static_cast<std::uint32_t>(to_.json.size()), line});
}

void YamlWriter::begin_value(std::uint32_t line)
{
    if (open_.empty()) {
        mark(line);
    } else if (!open_.back().is_mapping) {
        if (!std::exchange(open_.back().is_empty, false))
            to_.json += ',';
        mark(line);
    }
}

void YamlWriter::end_value(std::uint32_t line)
{
    if (open_.empty() || !open_.back().is_mapping)
        return;
    open_.back().has_key = false;
    if (std::exchange(open_.back().is_merge, false))
        merge(line);
}

void YamlWriter::add_scalar(YamlScalar const& scalar)
{
    if (!count(1, scalar.line))
        return;
    if (is_key_next())
        return add_key(scalar);
    begin_value(scalar.line);
    std::size_t const begin = to_.json.size();
    std::size_t const first_mark = to_.lines.size();
    if (auto what = append_scalar(to_.json, scalar.text, scalar.tag); !what.empty())
        return refuse(scalar.line, std::move(what));
    keep_anchor(scalar.anchor, begin, first_mark, 1);
    end_value(scalar.line);
}

void YamlWriter::add_key(YamlScalar const& scalar)
{
    Open& parent = open_.back();
    parent.has_key = true;
    if (scalar.is_plain && scalar.text == "<<") {
        parent.is_merge = true;
        parent.merge_begin = to_.json.size();
        parent.merge_mark = to_.lines.size();
        return;
    }
    if (!std::exchange(parent.is_empty, false))
        to_.json += ',';
    mark(scalar.line);
    std::size_t const begin = to_.json.size();
    if (auto what = append_key(to_.json, scalar.text, scalar.tag); !what.empty())
        return refuse(scalar.line, std::move(what));
    keep_anchor(scalar.anchor, begin, to_.lines.size(), 1);
    note_key(begin, scalar.line);
    to_.json += ':';
}

void YamlWriter::add_alias_key(Anchor const& anchor, std::uint32_t line)
{
    if (!anchor.text.starts_with('"'))
        return refuse(line, "an alias of something else than text stands where a key must");
    Open& parent = open_.back();
    parent.has_key = true;
    if (!std::exchange(parent.is_empty, false))
        to_.json += ',';
    mark(line);
    std::size_t const begin = to_.json.size();
    to_.json += anchor.text;
    note_key(begin, line);
    to_.json += ':';
}

void YamlWriter::note_key(std::size_t begin, std::uint32_t line)
{
    auto const text = std::string_view(to_.json).substr(begin);
    keys_.push_back(
        {std::hash<std::string_view>{}(text), static_cast<std::uint32_t>(begin),
         static_cast<std::uint32_t>(text.size()), line});
}

void YamlWriter::add_alias(std::string_view name, std::uint32_t line)
{
    to_.has_aliases = true;
    auto const found = anchors_.find(std::string(name));
    if (found == anchors_.end())
        return refuse(line, "unknown anchor " + policy::quoted(name));
    Anchor const& anchor = found->second;
    if (!anchor.is_complete)
        return refuse(line, "anchor " + policy::quoted(name) + " contains itself");
    if (!count(anchor.nodes, line))
        return;
    if (is_key_next())
        return add_alias_key(anchor, line);
    begin_value(line);
    auto const begin = static_cast<std::uint32_t>(to_.json.size());
    to_.json += anchor.text;
    for (LineMark const& each : anchor.lines)
        to_.lines.push_back({begin + each.offset, each.line});
    end_value(line);
}

void YamlWriter::open(char bracket, std::string_view anchor, std::uint32_t line)
{
    if (open_.size() == max_depth)
        return refuse(line, "is nested deeper than " + std::to_string(max_depth) + " levels");
    if (is_key_next())
        return refuse(line, "a key must be a word, not a list or a mapping");
    if (!count(1, line))
        return;
    begin_value(line);
    if (!anchor.empty())
        anchors_[std::string(anchor)].is_complete = false;
    Open& opened = open_.emplace_back(Open{.is_mapping = bracket == '{'});
    opened.keys = keys_.size();
    opened.anchor = anchor;
    opened.begin = to_.json.size();
    opened.mark = to_.lines.size();
    opened.nodes = nodes_;
    to_.json += bracket;
}

void YamlWriter::close()
{
    Open const closed = std::move(open_.back());
    open_.pop_back();
    to_.json += closed.is_mapping ? '}' : ']';
    if (closed.is_mapping) {
        find_duplicates(closed.keys);
        keys_.resize(closed.keys);
    }
    keep_anchor(closed.anchor, closed.begin, closed.mark, nodes_ - closed.nodes + 1);
    end_value(to_.lines.empty() ? 1 : to_.lines.back().line);
}

void YamlWriter::find_duplicates(std::size_t first)
{
    auto const keys = std::span(keys_).subspan(first);
    auto const text = [&](Key const& key) {
        return std::string_view(to_.json).substr(key.offset, key.length);
    };
    auto const warn = [&](Key const& key) {
        if (to_.warnings.size() < max_warnings)
            to_.warnings.push_back(
                {key.line, "key " + policy::shown(text(key)) + " comes twice; the last one counts"});
    };
    if (keys.size() > few_keys) {
        std::ranges::sort(keys, [](Key const& a, Key const& b) {
            return std::pair(a.hash, a.offset) < std::pair(b.hash, b.offset);
        });
        for (std::size_t i = 1; i < keys.size(); ++i) {
            if (keys[i].hash == keys[i - 1].hash && text(keys[i]) == text(keys[i - 1]))
                warn(keys[i]);
        }
        return;
    }
    for (std::size_t i = 1; i < keys.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (keys[i].hash == keys[j].hash && text(keys[i]) == text(keys[j])) {
                warn(keys[i]);
                break;
            }
        }
    }
}

void YamlWriter::keep_anchor(std::string_view name, std::size_t begin, std::size_t mark, std::size_t nodes)
{
    if (name.empty())
        return;
    anchored_bytes_ += to_.json.size() - begin;
    if (anchored_bytes_ > max_bytes)
        return refuse(to_.lines.back().line, "has anchors within anchors past 32 MiB");
    Anchor& anchor = anchors_[std::string(name)];
    anchor.is_complete = true;
    anchor.nodes = nodes;
    anchor.text.assign(to_.json, begin);
    anchor.lines.assign(to_.lines.begin() + static_cast<std::ptrdiff_t>(mark), to_.lines.end());
    for (LineMark& each : anchor.lines)
        each.offset -= static_cast<std::uint32_t>(begin);
}

// The value of a << has just been written, without a key: its members take its place. As kubectl has it, what
// comes later in the mapping counts, merged or not; of a list of mappings the first counts most.
void YamlWriter::merge(std::uint32_t line)
{
    Open const& parent = open_.back();
    std::string const value = to_.json.substr(parent.merge_begin);
    std::size_t const base = parent.merge_begin;
    std::vector<LineMark> lines(
        to_.lines.begin() + static_cast<std::ptrdiff_t>(parent.merge_mark), to_.lines.end());
    for (LineMark& each : lines)
        each.offset -= static_cast<std::uint32_t>(base);
    to_.json.resize(base);
    to_.lines.resize(parent.merge_mark);
    if (value.starts_with('{'))
        return splice(std::string_view(value).substr(1, value.size() - 2), lines, 1);
    std::vector<std::pair<std::size_t, std::size_t>> elements;
    for (std::size_t at = 1; value.starts_with('[') && at + 1 < value.size();) {
        std::size_t const end = skip_json_value(value, at);
        elements.emplace_back(at, end);
        if (value[at] != '{')
            return refuse(line, "<< takes a mapping or a list of mappings");
        at = end + 1;
    }
    if (!value.starts_with('['))
        return refuse(line, "<< takes a mapping or a list of mappings");
    for (auto const& [begin, end] : std::views::reverse(elements)) {
        splice(std::string_view(value).substr(begin + 1, end - begin - 2), lines, begin + 1);
    }
}

// Appends members that stood at `from` of a text with these marks.
void YamlWriter::splice(std::string_view members, std::vector<LineMark> const& lines, std::size_t from)
{
    if (members.empty())
        return;
    if (!std::exchange(open_.back().is_empty, false))
        to_.json += ',';
    auto const begin = static_cast<std::uint32_t>(to_.json.size());
    auto each =
        std::ranges::lower_bound(lines, from, {}, [](LineMark const& at) { return std::size_t{at.offset}; });
    for (; each != lines.end() && each->offset < from + members.size(); ++each)
        to_.lines.push_back({begin + each->offset - static_cast<std::uint32_t>(from), each->line});
    to_.json += members;
}

}  // namespace slicegate::cli
