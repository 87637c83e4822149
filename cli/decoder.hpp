// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/document.hpp"
#include "cli/findings.hpp"
#include "cli/yaml_json.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace slicegate::cli {

// A document's JSON, and where its parts stood in the input. One for all documents: it lends them its memory.
class Decoder {
public:
    // What makes the document unreadable, if anything does.
    [[nodiscard]] std::optional<Trouble> decode(Document const& document);

    // Of the last document, if it could be read; empty where it holds nothing.
    [[nodiscard]] std::string_view json() const;
    [[nodiscard]] bool is_yaml() const { return is_yaml_; }

    // The line in the input of a place in json().
    [[nodiscard]] std::size_t line_of(std::string_view at) const;

    // How far the buffer goes on from a place in json(), as readers want to know.
    [[nodiscard]] std::size_t capacity_from(std::string_view at) const;

    // Keys that come twice.
    [[nodiscard]] std::vector<Trouble> warnings() const;

private:
    [[nodiscard]] std::optional<Trouble> decode_yaml(Document const& document);

    JsonFromYaml yaml_;
    std::string json_;
    std::size_t first_line_ = 1;
    bool is_yaml_ = false;
};

}  // namespace slicegate::cli
