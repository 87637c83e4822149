// SPDX-License-Identifier: Apache-2.0
// Text on its way out: every byte from the request that a person or a JSON reader gets to see passes here.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace slicegate::policy {

// A JSON string with its quotes. Invalid UTF-8 becomes U+FFFD, control characters are escaped.
void append_json_string(std::string& out, std::string_view text);

// The text for people: at most `limit` bytes (cut at a character, marked by "..."), without characters that a
// terminal would obey (C0, C1, DEL, line and paragraph separators, text direction): these appear as \uXXXX.
void append_shown(std::string& out, std::string_view text, std::size_t limit = 63);
[[nodiscard]] std::string shown(std::string_view text, std::size_t limit = 63);

// The same in quotes, for a value that may be empty or read as a word of the sentence.
[[nodiscard]] std::string quoted(std::string_view text);

// One more step of a field path: "a.b", but "a[b.c/d]" where the key holds more than a name's characters.
void append_path_key(std::string& path, std::string_view key);

// Standard base64 with padding.
void append_base64(std::string& out, std::string_view bytes);

// A segment of a JSON pointer: '~' and '/' escaped (RFC 6901).
void append_pointer_segment(std::string& out, std::string_view key);

}  // namespace slicegate::policy
