// SPDX-License-Identifier: Apache-2.0
#include "policy/text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace slicegate::policy {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD

struct Character {
    std::uint32_t code = 0;
    std::size_t size = 1;  // bytes taken
    bool is_valid = false;
};

// The first character of a text that is not empty. An invalid byte is taken alone.
Character first_character(std::string_view text)
{
    auto const byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    auto const lead = byte(0);
    if (lead < 0x80)
        return {lead, 1, true};
    std::size_t const size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size() < size)
        return {};
    std::uint32_t code = lead & (0x7Fu >> size);
    for (std::size_t i = 1; i < size; ++i) {
        if ((byte(i) & 0xC0u) != 0x80)
            return {};
        code = (code << 6) | (byte(i) & 0x3Fu);
    }
    static constexpr std::array<std::uint32_t, 5> least = {0, 0, 0x80, 0x800, 0x10000};
    bool const is_surrogate = code >= 0xD800 && code <= 0xDFFF;
    if (code < least[size] || code > 0x10FFFF || is_surrogate)
        return {};
    return {code, size, true};
}

bool is_obeyed_by_terminals(std::uint32_t code)
{
    return code < 0x20 || (code >= 0x7F && code <= 0x9F) || code == 0x061C ||
           (code >= 0x200B && code <= 0x200F) || (code >= 0x2028 && code <= 0x202E) ||
           (code >= 0x2060 && code <= 0x206F) || code == 0xFEFF;
}

void append_escaped(std::string& out, std::uint32_t code)
{
    static constexpr std::string_view hex = "0123456789abcdef";
    out += "\\u";
    for (int shift = 12; shift >= 0; shift -= 4)
        out += hex[(code >> shift) & 0xF];
}

// Printable ASCII that JSON takes as it is.
bool is_plain(char c)
{
    return c >= 0x20 && c < 0x7F && c != '"' && c != '\\';
}

}  // namespace

void append_json_string(std::string& out, std::string_view text)
{
    out += '"';
    while (!text.empty()) {
        auto const plain = std::find_if_not(text.begin(), text.end(), is_plain) - text.begin();
        out.append(text.substr(0, static_cast<std::size_t>(plain)));
        text.remove_prefix(static_cast<std::size_t>(plain));
        if (text.empty())
            break;
        auto const character = first_character(text);
        if (!character.is_valid)
            out += replacement;
        else if (character.code == '"' || character.code == '\\')
            (out += '\\') += text.front();
        else if (character.code == '\n')
            out += "\\n";
        else if (character.code < 0x20 || character.code == 0x7F)
            append_escaped(out, character.code);
        else
            out.append(text.substr(0, character.size));
        text.remove_prefix(character.size);
    }
    out += '"';
}

void append_shown(std::string& out, std::string_view text, std::size_t limit)
{
    std::size_t const start = out.size();
    while (!text.empty()) {
        auto const character = first_character(text);
        std::size_t const before = out.size();
        if (!character.is_valid)
            out += replacement;
        else if (is_obeyed_by_terminals(character.code))
            append_escaped(out, character.code);
        else
            out.append(text.substr(0, character.size));
        if (out.size() - start > limit) {
            out.resize(before);
            out += "...";
            return;
        }
        text.remove_prefix(character.size);
    }
}

std::string shown(std::string_view text, std::size_t limit)
{
    std::string out;
    append_shown(out, text, limit);
    return out;
}

std::string quoted(std::string_view text)
{
    std::string out = "\"";
    append_shown(out, text);
    return out += '"';
}

void append_path_key(std::string& path, std::string_view key)
{
    auto const is_name = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
               c == '-';
    };
    bool const is_plain_key = std::all_of(key.begin(), key.end(), is_name);
    if (is_plain_key && !path.empty())
        path += '.';
    if (!is_plain_key)
        path += '[';
    append_shown(path, key);
    if (!is_plain_key)
        path += ']';
}

void append_base64(std::string& out, std::string_view bytes)
{
    static constexpr std::string_view alphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::size_t const taken = std::min<std::size_t>(3, bytes.size() - i);
        std::uint32_t group = 0;
        for (std::size_t j = 0; j < 3; ++j)
            group = (group << 8) | (j < taken ? static_cast<unsigned char>(bytes[i + j]) : 0u);
        for (std::size_t j = 0; j < 4; ++j)
            out += j <= taken ? alphabet[(group >> (18 - 6 * j)) & 0x3F] : '=';
    }
}

void append_pointer_segment(std::string& out, std::string_view key)
{
    for (char const c : key) {
        if (c == '~')
            out += "~0";
        else if (c == '/')
            out += "~1";
        else
            out += c;
    }
}

}  // namespace slicegate::policy
