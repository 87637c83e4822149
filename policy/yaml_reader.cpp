// SPDX-License-Identifier: Apache-2.0
#include "policy/yaml_reader.hpp"

#include "policy/nearest.hpp"
#include "policy/text.hpp"

#include <algorithm>
#include <charconv>
#include <unordered_map>
#include <unordered_set>

namespace slicegate::policy::yaml {

namespace {

constexpr std::size_t max_problems = 10;  // a screen holds them

std::string in_quotes(std::string_view text)
{
    return '"' + shown(text) + '"';
}

std::string list_words(std::span<std::string_view const> words)
{
    std::string out;
    for (std::string_view const word : words)
        (out += out.empty() ? "" : ", ") += word;
    return out;
}

bool is_too_long(Place const& at)
{
    if (at.node.items.size() > max_entries)
        at.refuse(
            "has " + std::to_string(at.node.items.size()) + " entries, at most " +
            std::to_string(max_entries) + " are allowed");
    return at.node.items.size() > max_entries;
}

}  // namespace

std::string describe(TreeNode const& node)
{
    switch (node.kind) {
    case TreeNode::Kind::null:
        return "empty";
    case TreeNode::Kind::sequence:
        return "a list";
    case TreeNode::Kind::mapping:
        return "a mapping";
    case TreeNode::Kind::plain:
        return shown(node.text);
    case TreeNode::Kind::quoted:
        return in_quotes(node.text);
    }
    return {};
}

void Problems::add(unsigned line, std::string const& path, std::string_view what)
{
    if (kept_.size() == max_problems) {
        ++dropped_;
        return;
    }
    std::string text = "line " + std::to_string(line) + ": ";
    if (!path.empty())
        (text += path) += ": ";
    auto const at = std::ranges::upper_bound(kept_, line, {}, &Problem::line);
    kept_.insert(at, {.line = line, .text = text.append(what)});
}

std::string Problems::render() const
{
    std::string out;
    for (Problem const& problem : kept_)
        (out += out.empty() ? "" : "\n") += problem.text;
    if (dropped_ > 0)
        (out += "\nand ") += std::to_string(dropped_) + " more";
    return out;
}

Place Place::field_or_self(std::string_view key) const
{
    auto const found = std::ranges::find(node.items, key, &TreeNode::key);
    if (node.kind != TreeNode::Kind::mapping || found == node.items.end())
        return *this;
    Place inner{.node = *found, .path = path, .problems = problems};
    append_path_key(inner.path, key);
    return inner;
}

Place Place::item(std::size_t index) const
{
    return {
        .node = node.items[index], .path = path + '[' + std::to_string(index) + ']', .problems = problems};
}

void for_each_entry(Place const& at, std::function<void(Place const&)> const& read)
{
    if (at.node.kind != TreeNode::Kind::mapping)
        return at.refuse("must be a mapping of fields, is " + describe(at.node));
    if (is_too_long(at))
        return;
    std::unordered_map<std::string_view, unsigned> seen;
    for (TreeNode const& node : at.node.items) {
        Place entry{.node = node, .path = at.path, .problems = at.problems};
        append_path_key(entry.path, node.key);
        auto const [first, is_new] = seen.emplace(node.key, node.line);
        if (is_new)
            read(entry);
        else
            entry.refuse("given twice; it is on line " + std::to_string(first->second) + " already");
    }
}

void for_each_item(Place const& at, std::function<void(Place const&)> const& read)
{
    if (at.node.kind != TreeNode::Kind::sequence)
        return at.refuse("must be a list, is " + describe(at.node));
    if (is_too_long(at))
        return;
    for (std::size_t i = 0; i < at.node.items.size(); ++i)
        read(at.item(i));
}

std::optional<std::string> read_text(Place const& at)
{
    if (at.node.kind == TreeNode::Kind::quoted)
        return at.node.text;
    if (at.node.kind != TreeNode::Kind::plain) {
        at.refuse("must be text, is " + describe(at.node));
        return std::nullopt;
    }
    if (!is_plain_text(at.node.text)) {
        at.refuse(
            "must be text, but YAML takes " + describe(at.node) + " for something else; write " +
            in_quotes(at.node.text));
        return std::nullopt;
    }
    return at.node.text;
}

std::optional<std::size_t> read_word(Place const& at, std::span<std::string_view const> words)
{
    bool const is_scalar = at.node.kind == TreeNode::Kind::plain || at.node.kind == TreeNode::Kind::quoted;
    auto const found = std::ranges::find(words, std::string_view(at.node.text));
    if (is_scalar && found != words.end())
        return static_cast<std::size_t>(found - words.begin());
    std::string what = "must be one of " + list_words(words) + ", is " + describe(at.node);
    if (auto const meant = nearest(at.node.text, words); !meant.empty())
        (what += "; did you mean ") += std::string(meant) + "?";
    else if (at.node.text == "false" && std::ranges::find(words, "off") != words.end())
        what += "; some tools write off without quotes as false: write \"off\"";
    at.refuse(what);
    return std::nullopt;
}

std::optional<std::int64_t> read_count(Place const& at, std::int64_t most)
{
    std::string const& text = at.node.text;
    bool const is_decimal = at.node.kind == TreeNode::Kind::plain && !text.empty() && text.front() != '0' &&
                            std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
    std::int64_t value = 0;
    if (is_decimal && std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc{} &&
        value <= most)
        return value;
    at.refuse(
        "must be a whole number from 1 to " + std::to_string(most) + " in decimal digits, is " +
        describe(at.node));
    return std::nullopt;
}

std::optional<bool> read_flag(Place const& at)
{
    bool const is_plain = at.node.kind == TreeNode::Kind::plain;
    if (is_plain && (at.node.text == "true" || at.node.text == "false"))
        return at.node.text == "true";
    at.refuse("must be true or false, is " + describe(at.node));
    return std::nullopt;
}

std::vector<std::string>
read_texts(Place const& at, bool (*is_fit)(std::string_view), std::string_view expected)
{
    std::vector<std::string> texts;
    std::unordered_set<std::string_view> seen;
    for_each_item(at, [&](Place const& item) {
        auto const text = read_text(item);
        if (!text)
            return;
        if (!is_fit(*text))
            item.refuse(in_quotes(*text) + " is not " + std::string(expected));
        else if (!seen.insert(item.node.text).second)
            item.refuse(in_quotes(*text) + " is given twice");
        else
            texts.push_back(*text);
    });
    return texts;
}

std::string suggest(std::string_view word, std::span<std::string_view const> words)
{
    if (auto const meant = nearest(word, words); !meant.empty())
        return "; did you mean " + std::string(meant) + "?";
    return "; there are " + list_words(words);
}

void read_known_fields(
    Place const& at, std::span<std::string_view const> names,
    std::function<void(std::size_t, Place const&)> const& read)
{
    for_each_entry(at, [&](Place const& entry) {
        auto const found = std::ranges::find(names, std::string_view(entry.node.key));
        if (found == names.end())
            entry.refuse("unknown field" + suggest(entry.node.key, names));
        else if (entry.node.kind == TreeNode::Kind::null)
            entry.refuse("has no value; leave the field out for its default");
        else
            read(static_cast<std::size_t>(found - names.begin()), entry);
    });
}

void require_field(Place const& at, std::string_view name)
{
    if (at.node.kind == TreeNode::Kind::mapping &&
        std::ranges::find(at.node.items, name, &TreeNode::key) == at.node.items.end())
        at.refuse("the field " + std::string(name) + " is missing");
}

}  // namespace slicegate::policy::yaml
