// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/yaml_json.hpp"
#include "cli/yaml_scalar.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace slicegate::cli {

struct YamlScalar {
    std::string_view text;
    Tag tag;
    bool is_plain;
    std::string_view anchor;
    std::uint32_t line;
};

// Writes the JSON of one document from its events, straight into the buffer. An anchor is a range of what is
// written already, an alias a copy of it: nothing is unfolded that does not count against the limits.
class YamlWriter {
public:
    explicit YamlWriter(JsonFromYaml& to) : to_(to) {}

    void add_scalar(YamlScalar const& scalar);
    void add_alias(std::string_view name, std::uint32_t line);
    void open(char bracket, std::string_view anchor, std::uint32_t line);
    void close();

    [[nodiscard]] std::optional<Fault> const& fault() const { return fault_; }

private:
    struct Open {
        bool is_mapping;
        bool is_empty = true;
        bool has_key = false;
        bool is_merge = false;  // the key is <<
        std::size_t keys = 0;   // its first one in keys_
        std::string anchor;
        std::size_t begin = 0;  // in the JSON, the marks and the count of nodes
        std::size_t mark = 0;
        std::size_t nodes = 0;
        std::size_t merge_begin = 0;
        std::size_t merge_mark = 0;
    };
    struct Key {
        std::size_t hash;
        std::uint32_t offset;
        std::uint32_t length;
        std::uint32_t line;
    };
    struct Anchor {
        bool is_complete = false;
        std::size_t nodes = 0;
        std::string text;  // of its own: what was written may be rearranged by a merge
        std::vector<LineMark> lines;
    };

    [[nodiscard]] bool is_key_next() const
    {
        return !open_.empty() && open_.back().is_mapping && !open_.back().has_key;
    }
    void refuse(std::uint32_t line, std::string what);
    bool count(std::size_t nodes, std::uint32_t line);
    void mark(std::uint32_t line);
    void begin_value(std::uint32_t line);
    void end_value(std::uint32_t line);
    void add_key(YamlScalar const& scalar);
    void add_alias_key(Anchor const& anchor, std::uint32_t line);
    void note_key(std::size_t begin, std::uint32_t line);
    void find_duplicates(std::size_t first);
    void keep_anchor(std::string_view name, std::size_t begin, std::size_t mark, std::size_t nodes);
    void merge(std::uint32_t line);
    void splice(std::string_view members, std::vector<LineMark> const& lines, std::size_t from);

    JsonFromYaml& to_;
    std::optional<Fault> fault_;
    std::vector<Open> open_;
    std::vector<Key> keys_;
    std::unordered_map<std::string, Anchor> anchors_;
    std::size_t nodes_ = 0;
    std::size_t anchored_bytes_ = 0;
};

}  // namespace slicegate::cli
