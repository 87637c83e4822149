// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/error.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace slicegate::cli {

// One document of a file, kept with the lines of its fields.
struct PartSource;

// An object in a file: a document, an item of a List, or text in a ConfigMap that is a document itself.
class Part {
public:
    Part() = default;
    Part(std::string file, std::shared_ptr<PartSource const> source, nlohmann::json const& value)
        : file_(std::move(file)), source_(std::move(source)), value_(&value)
    {
    }

    // Another value of the same document, which stands at `path` of this one.
    [[nodiscard]] Part inner(std::string const& path, nlohmann::json const& value) const;

    // The document in a text at `path` of this one. Error: Errc::bad_object, with the line.
    [[nodiscard]] Result<Part> embedded(std::string const& path, std::string const& text) const;

    [[nodiscard]] std::string const& file() const { return file_; }
    [[nodiscard]] nlohmann::json const& value() const;
    [[nodiscard]] std::string kind() const;
    [[nodiscard]] std::string name() const;  // metadata.name

    // The field as people find it: "items[2].spec.limits[0]", "data[config.yaml].sharing".
    [[nodiscard]] std::string place_of(std::string_view path) const;
    [[nodiscard]] std::size_t line_of(std::string_view path) const;

    void set_place(std::string place) { shown_ = std::move(place); }
    void set_kind(std::string kind) { kind_ = std::move(kind); }

private:
    std::string file_;
    std::shared_ptr<PartSource const> source_;
    nlohmann::json const* value_ = nullptr;
    std::string root_;   // where the value stands in its document
    std::string shown_;  // where the document stands in the file
    std::string kind_;   // of a List's items that do not say theirs
};

// The objects of a file, those of Lists one by one; "-" is standard input. Error: Errc::io or Errc::bad_object, with
// the line.
[[nodiscard]] Result<std::vector<Part>> read_parts(std::string const& file);

// One that has no file: its fields have places, and line 1.
[[nodiscard]] Part make_part(std::string file);

// nullptr where the value is no object, or has no such field, or null there.
[[nodiscard]] nlohmann::json const* find_field(nlohmann::json const& value, std::string_view key);

// Down several fields.
[[nodiscard]] nlohmann::json const*
find_field(nlohmann::json const& value, std::initializer_list<std::string_view> keys);

// The text of a field; empty where there is none.
[[nodiscard]] std::string text_of(nlohmann::json const& value, std::string_view key);

// A value as a message shows it.
[[nodiscard]] std::string show(nlohmann::json const& value);

}  // namespace slicegate::cli
