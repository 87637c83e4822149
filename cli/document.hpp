// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace slicegate::cli {

enum class Format {
    yaml,
    json,         // and nothing else
    json_or_yaml  // begins with a brace, as YAML may too
};

// One document of an input, undecoded.
struct Document {
    std::string_view before;  // what stands between it and the one before: commas, a List's other fields
    std::string_view text;
    std::size_t line = 1;  // of its first byte
    Format format = Format::yaml;
    std::string place;      // "items[3]" in a List, otherwise empty
    std::string list_kind;  // the List's kind and apiVersion, for items that do not say theirs
    std::string list_api_version;
    std::string problem;  // why it cannot be read; there is no text then
};

}  // namespace slicegate::cli
