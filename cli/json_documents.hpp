// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/document.hpp"
#include "cli/window.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace slicegate::cli {

// As much as the server takes: an AdmissionReview with a large object in it. A List may be longer, its items
// not.
inline constexpr std::size_t max_json_bytes = std::size_t{32} * 1024 * 1024;

// Cuts JSON values that follow each other. What has `items` is a List, as it is for kubectl, and comes item
// by item: `kubectl get -A -o json` of a large cluster does not fit into memory. Brackets and strings are
// counted here; whether a value is valid is for its decoder to say.
class JsonDocuments {
public:
    JsonDocuments(Window& window, Format format) : window_(window), format_(format) {}

    // The next one; `end` is where it ends in the window. The caller consumes that much before the next call.
    [[nodiscard]] std::optional<Document> next(std::size_t& end);

    [[nodiscard]] bool is_over() const { return is_over_; }

    // Whether what follows is no JSON and may be YAML: a stream may change after a "---".
    [[nodiscard]] bool is_yaml_next() const { return is_yaml_next_; }

private:
    struct Stop {  // a value ends here, or it cannot be read
        std::size_t at = 0;
        std::string problem;
    };

    [[nodiscard]] std::size_t skip_space(std::size_t at);
    [[nodiscard]] Stop end_of_string(std::size_t at);
    [[nodiscard]] Stop end_of_value(std::size_t at);
    [[nodiscard]] std::optional<Document> next_value(std::size_t at, std::size_t& end);
    [[nodiscard]] Stop read_members(std::size_t at);
    void note_member(std::string_view key, std::string_view value);
    [[nodiscard]] std::optional<Document> next_item(std::size_t at, std::size_t& end);
    [[nodiscard]] std::optional<Document> close_list(std::size_t at, std::size_t& end);
    [[nodiscard]] Document make(std::size_t from, std::size_t to, std::size_t& end);
    [[nodiscard]] Document broken(std::string problem, std::size_t at, std::size_t& end);

    Window& window_;
    Format format_;
    bool is_over_ = false;
    bool is_yaml_next_ = false;
    bool is_in_list_ = false;
    bool is_first_item_ = true;
    std::size_t index_ = 0;
    std::string list_kind_;
    std::string list_api_version_;
    std::string frame_;  // the List without its items, checked at its end
};

}  // namespace slicegate::cli
