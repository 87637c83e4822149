// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/json_text.hpp"

#include <yaml.h>

#include <string_view>

namespace slicegate::cli {

// libyaml's bytes as ours.
[[nodiscard]] inline char const* to_chars(yaml_char_t const* text)
{
    return reinterpret_cast<char const*>(text);  // NOLINT: unsigned char there, char here
}

[[nodiscard]] inline std::string_view text_of(yaml_char_t const* text)
{
    return text != nullptr ? std::string_view(to_chars(text)) : std::string_view{};
}

// libyaml's parser over a text, as one event after the other.
class YamlEvents {
public:
    explicit YamlEvents(std::string_view text);
    YamlEvents(YamlEvents const&) = delete;
    YamlEvents& operator=(YamlEvents const&) = delete;
    ~YamlEvents();

    // The next event, until the next call; nullptr where the text is not YAML, and then fault() says why.
    [[nodiscard]] yaml_event_t const* next();
    [[nodiscard]] Fault fault() const;

private:
    yaml_parser_t parser_{};
    yaml_event_t event_{};
    bool is_ready_ = false;
    bool has_event_ = false;
};

}  // namespace slicegate::cli
