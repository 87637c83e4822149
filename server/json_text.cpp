// SPDX-License-Identifier: Apache-2.0
#include "server/json_text.hpp"

#include <array>

namespace slicegate::server {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";
constexpr std::string_view ellipsis = "\xE2\x80\xA6";

unsigned byte_at(std::string_view text, std::size_t at)
{
    return static_cast<unsigned char>(text[at]);
}

bool is_continuation(std::string_view text, std::size_t at)
{
    return at < text.size() && (byte_at(text, at) & 0xC0U) == 0x80U;
}

// The length of the well-formed sequence at `at` (Unicode 15, table 3-7), or 0.
std::size_t sequence_length(std::string_view text, std::size_t at)
{
    auto const lead = byte_at(text, at);
    std::size_t const length = lead < 0x80   ? 1
                               : lead < 0xC2 ? 0
                               : lead < 0xE0 ? 2
                               : lead < 0xF0 ? 3
                               : lead < 0xF5 ? 4
                                             : 0;
    for (std::size_t i = 1; i < length; ++i) {
        if (!is_continuation(text, at + i))
            return 0;
    }
    if (length < 3)
        return length;
    auto const second = byte_at(text, at + 1);
    bool const is_overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
    bool const is_outside = (lead == 0xED && second > 0x9F) || (lead == 0xF4 && second > 0x8F);
    return is_overlong || is_outside ? 0 : length;
}

void append_escape(std::string& out, unsigned char c)
{
    constexpr std::string_view hex = "0123456789abcdef";
    std::array const escape{'\\', 'u', '0', '0', hex[c >> 4U], hex[c & 15U]};
    out.append(escape.data(), escape.size());
}

}  // namespace

void append_json_string(std::string& out, std::string_view text, std::size_t max_bytes)
{
    out += '"';
    std::size_t at = 0;
    while (at < text.size()) {
        auto const length = sequence_length(text, at);
        if (at + (length == 0 ? 1 : length) > max_bytes) {
            out += ellipsis;
            break;
        }
        auto const c = static_cast<unsigned char>(text[at]);
        if (length == 0)
            out += replacement;
        else if (c == '"' || c == '\\')
            (out += '\\') += text[at];
        else if (c < 0x20 || c == 0x7F)
            append_escape(out, c);
        else
            out += text.substr(at, length);
        at += length == 0 ? 1 : length;
    }
    out += '"';
}

}  // namespace slicegate::server
