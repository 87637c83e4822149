// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/input.hpp"
#include "cli/json_documents.hpp"
#include "cli/window.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace slicegate::cli {

// An object is at most 3 MiB, the largest request that kube-apiserver takes.
inline constexpr std::size_t max_yaml_bytes = std::size_t{4} * 1024 * 1024;

// Cuts an input into its documents, one at a time: YAML at its "---" lines, so that a broken document does
// not hide the next; JSON at the end of each value, and a List item by item.
class Documents {
public:
    // What begins with a brace is taken for JSON, whatever its name; a name in .json says so beyond doubt.
    Documents(Input input, bool is_named_json) : window_(std::move(input)), is_named_json_(is_named_json) {}

    // The next document; its views live until the next call.
    [[nodiscard]] std::optional<Document> next();

    // After the last one: what is left of the text.
    [[nodiscard]] std::string_view rest() const { return window_.text().substr(pending_); }

private:
    [[nodiscard]] bool sniff_json();
    [[nodiscard]] Document broken(std::string problem);
    [[nodiscard]] std::optional<Document> next_yaml();
    [[nodiscard]] Document skip_large_yaml();

    Window window_;
    bool is_named_json_;
    std::optional<JsonDocuments> json_;
    bool is_begun_ = false;
    bool is_over_ = false;
    std::size_t pending_ = 0;  // bytes of the document handed out
};

}  // namespace slicegate::cli
