// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/yaml_tree.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// From a tree of YAML to typed values, by tables of fields. Everything that is wrong is kept with its line
// and path, and reading goes on: whoever mends a file wants to hear it all at once.
namespace slicegate::policy::yaml {

// Of a list or mapping. Lists are walked for each review, some pairwise when read; no cluster has more pools
// or exemptions.
inline constexpr std::size_t max_entries = 256;

// What is wrong with one file.
class Problems {
public:
    void add(unsigned line, std::string const& path, std::string_view what);
    [[nodiscard]] std::size_t count() const { return kept_.size() + dropped_; }
    // One problem a line, in the order of the file; past ten only their number.
    [[nodiscard]] std::string render() const;

private:
    struct Problem {
        unsigned line;
        std::string text;
    };
    std::vector<Problem> kept_;  // in the order of lines
    std::size_t dropped_ = 0;
};

// A value together with where it stands: what every reader is given.
struct Place {
    TreeNode const& node;
    std::string path;
    Problems& problems;

    void refuse(std::string_view what) const { problems.add(node.line, path, what); }
    // The value under a key of this mapping, or this place itself where there is none: for messages.
    [[nodiscard]] Place field_or_self(std::string_view key) const;
    [[nodiscard]] Place item(std::size_t index) const;
};

// Calls `read` for each entry of a mapping. Refuses anything else, keys that come twice, and too many
// entries.
void for_each_entry(Place const& at, std::function<void(Place const&)> const& read);

// Calls `read` for each item of a sequence. Refuses anything else and too many items.
void for_each_item(Place const& at, std::function<void(Place const&)> const& read);

// What stands there, for a message: `a list`, `12`, `"12"`, ...
[[nodiscard]] std::string describe(TreeNode const& node);

// Text. What YAML takes for a number or a boolean is refused until it is in quotes, as kubectl would.
[[nodiscard]] std::optional<std::string> read_text(Place const& at);

// The index of one of `words`; another is refused with the nearest.
[[nodiscard]] std::optional<std::size_t> read_word(Place const& at, std::span<std::string_view const> words);

// A whole number written in plain decimal digits, from 1 to `most`.
[[nodiscard]] std::optional<std::int64_t> read_count(Place const& at, std::int64_t most);

// true or false.
[[nodiscard]] std::optional<bool> read_flag(Place const& at);

// Texts that are all different, each of which `is_fit` takes; others are refused as `expected` says.
[[nodiscard]] std::vector<std::string>
read_texts(Place const& at, bool (*is_fit)(std::string_view), std::string_view expected);

// Would YAML read this plain scalar as text? Not so `true`, `off`, `~`, `1e3`, `0x10`, ... (YAML 1.1
// and 1.2).
[[nodiscard]] bool is_plain_text(std::string_view scalar);

// ` is unknown; did you mean X?`, or the list of what there is.
[[nodiscard]] std::string suggest(std::string_view word, std::span<std::string_view const> words);

enum class Need { optional, required };

// One row of a table of fields: what a value is called, how it is read into a T, how editors are told.
template <class T> struct Field {
    std::string_view name;
    std::string_view about;  // a sentence for the person who writes the file
    void (*read)(Place const& at, T& out);
    std::string (*schema)();  // JSON Schema of the value
    Need need = Need::optional;
};

void read_known_fields(
    Place const& at, std::span<std::string_view const> names,
    std::function<void(std::size_t index, Place const&)> const& read);
void require_field(Place const& at, std::string_view name);

// Reads a mapping by its table. Unknown fields are refused with the nearest name, null values always.
template <class T> void read_fields(Place const& at, std::span<Field<T> const> fields, T& out)
{
    std::vector<std::string_view> names;
    for (Field<T> const& field : fields)
        names.push_back(field.name);
    read_known_fields(
        at, names, [&](std::size_t index, Place const& value) { fields[index].read(value, out); });
    for (Field<T> const& field : fields)
        if (field.need == Need::required)
            require_field(at, field.name);
}

}  // namespace slicegate::policy::yaml
