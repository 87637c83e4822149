// SPDX-License-Identifier: Apache-2.0
#include "policy/yaml_tree.hpp"

#include "policy/text.hpp"

#include <simdjson.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <sstream>
#include <utility>

namespace slicegate::policy::yaml {

namespace {

constexpr std::size_t max_depth = 16;       // a policy has six levels
constexpr std::size_t max_message = 400;    // yaml-cpp's own are shorter, but quote the file
constexpr std::size_t max_values = 50'000;  // of about 130 bytes each

Error error_at(unsigned line, std::string_view what)
{
    return {Errc::bad_policy, "line " + std::to_string(line) + ": " + std::string(what)};
}

// Builds the tree from yaml-cpp's events, which come without unfolding anything. yaml-cpp's own nodes would
// keep duplicate keys out of sight and unfold aliases when walked. A refusal is thrown as yaml-cpp throws its
// own, the only way to stop it half way; parse_yaml catches both.
class TreeBuilder final : public YAML::EventHandler {
public:
    TreeNode take_root() { return std::move(root_); }

    void OnDocumentStart(YAML::Mark const& mark) override
    {
        if (++documents_ > 1)
            throw YAML::ParserException(mark, "a second document begins here; a policy file holds one");
    }

    void OnDocumentEnd() override {}

    void OnNull(YAML::Mark const& mark, YAML::anchor_t anchor) override
    {
        add(mark, "", anchor, {.kind = TreeNode::Kind::null});
    }

    void OnAlias(YAML::Mark const& mark, YAML::anchor_t anchor) override { add(mark, "", anchor, {}); }

    void OnScalar(
        YAML::Mark const& mark, std::string const& tag, YAML::anchor_t anchor,
        std::string const& value) override
    {
        auto const kind = tag == "?" ? TreeNode::Kind::plain : TreeNode::Kind::quoted;
        add(mark, tag, anchor, {.kind = kind, .text = value});
    }

    void OnSequenceStart(
        YAML::Mark const& mark, std::string const& tag, YAML::anchor_t anchor,
        YAML::EmitterStyle::value /*style*/) override
    {
        add(mark, tag, anchor, {.kind = TreeNode::Kind::sequence});
    }

    void OnSequenceEnd() override { open_.pop_back(); }

    void OnMapStart(
        YAML::Mark const& mark, std::string const& tag, YAML::anchor_t anchor,
        YAML::EmitterStyle::value /*style*/) override
    {
        add(mark, tag, anchor, {.kind = TreeNode::Kind::mapping});
    }

    void OnMapEnd() override { open_.pop_back(); }

private:
    struct Open {
        TreeNode* node;  // stays in place: its parent gets no further item before it is closed
        bool has_key = false;
        std::string key;
        unsigned key_line = 0;
    };

    void add(YAML::Mark const& mark, std::string const& tag, YAML::anchor_t anchor, TreeNode node)
    {
        if (anchor != 0)
            throw YAML::ParserException(mark, "anchors and aliases are not supported; write the value out");
        if (!tag.empty() && tag != "?" && tag != "!")
            throw YAML::ParserException(mark, "tags are not supported; leave " + shown(tag) + " out");
        if (++values_ > max_values)
            throw YAML::ParserException(mark, "more than " + std::to_string(max_values) + " values");
        node.line = static_cast<unsigned>(mark.line) + 1;
        if (!open_.empty() && open_.back().node->kind == TreeNode::Kind::mapping && !open_.back().has_key)
            keep_key(mark, std::move(node));
        else
            keep_value(mark, std::move(node));
    }

    void keep_key(YAML::Mark const& mark, TreeNode node)
    {
        if (node.kind != TreeNode::Kind::plain && node.kind != TreeNode::Kind::quoted)
            throw YAML::ParserException(mark, "a key must be a word");
        if (node.kind == TreeNode::Kind::plain && node.text == "<<")
            throw YAML::ParserException(mark, "merge keys (<<) are not supported; write the fields out");
        open_.back().has_key = true;
        open_.back().key = std::move(node.text);
        open_.back().key_line = node.line;
    }

    void keep_value(YAML::Mark const& mark, TreeNode node)
    {
        bool const is_collection =
            node.kind == TreeNode::Kind::sequence || node.kind == TreeNode::Kind::mapping;
        if (is_collection && open_.size() >= max_depth)
            throw YAML::ParserException(mark, "nested too deep");
        TreeNode* kept = &root_;
        if (!open_.empty()) {
            Open& parent = open_.back();
            if (parent.has_key) {
                node.key = std::move(parent.key);
                node.line = parent.key_line;  // where people look; a block value may begin a line later
                parent.has_key = false;
            }
            kept = &parent.node->items.emplace_back();
        }
        *kept = std::move(node);
        if (is_collection)
            open_.push_back({.node = kept});
    }

    TreeNode root_;
    std::vector<Open> open_;
    std::size_t documents_ = 0;
    std::size_t values_ = 0;
};

// What no YAML file of ours may hold, or what yaml-cpp takes for something else.
std::string_view find_fault(std::string_view line)
{
    if (!simdjson::validate_utf8(line.data(), line.size()))
        return "not UTF-8 text";
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    auto const is_control = [](char c) {
        return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7F;
    };
    if (std::ranges::any_of(line, is_control))
        return "a control character";
    auto const first = line.find_first_not_of(' ');
    bool const has_word = line.find_first_not_of(" \t") != std::string_view::npos;
    if (has_word && line[first] == '\t')
        return "a tab in the indentation; YAML takes spaces alone";
    return {};
}

Result<void> check_bytes(std::string_view text, std::size_t max_bytes)
{
    if (text.size() > max_bytes)
        return Error{Errc::bad_policy, "larger than " + std::to_string(max_bytes / 1024) + " KiB"};
    for (unsigned line = 1; !text.empty(); ++line) {
        std::size_t const end = std::min(text.find('\n'), text.size());
        if (auto const fault = find_fault(text.substr(0, end)); !fault.empty())
            return error_at(line, fault);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return {};
}

}  // namespace

Result<TreeNode> parse_yaml(std::string_view text, std::size_t max_bytes)
{
    if (auto const checked = check_bytes(text, max_bytes); !checked)
        return checked.error();
    try {
        std::istringstream stream{std::string(text)};
        YAML::Parser parser(stream);
        TreeBuilder builder;
        while (parser.HandleNextDocument(builder)) {
        }
        return builder.take_root();
    } catch (YAML::Exception const& error) {
        return error_at(
            static_cast<unsigned>(std::max(error.mark.line, 0)) + 1, shown(error.msg, max_message));
    }
}

}  // namespace slicegate::policy::yaml
