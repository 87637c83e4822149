// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace slicegate::cli {

// What is wrong with a text, and where.
struct Fault {
    std::size_t line = 1;
    std::string what;
};

// Line feeds in a text.
[[nodiscard]] std::size_t count_lines(std::string_view text);

// Whether a text is one JSON value, read to its last byte; lines count from its first. May grow its capacity.
[[nodiscard]] std::optional<Fault> find_json_fault(std::string& json);

// Where the value ends that begins at `at` in valid JSON.
[[nodiscard]] std::size_t skip_json_value(std::string_view json, std::size_t at);

// Where in valid JSON a field stands that is named as refusals name it: "spec.containers[0].resources",
// "metadata.labels[a.b/c]". The offset of its key, or of an element; where it does not exist, of the nearest
// field around it that does.
[[nodiscard]] std::size_t locate_field(std::string_view json, std::string_view path);

}  // namespace slicegate::cli
