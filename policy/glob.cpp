// SPDX-License-Identifier: Apache-2.0
#include "policy/glob.hpp"

#include <cstddef>
#include <cstring>

namespace slicegate::policy {

namespace {

// memmem is linear in both lengths (two-way search); string_view::find is not.
std::size_t find_piece(std::string_view text, std::string_view piece)
{
    if (piece.empty())
        return 0;
    if (piece.size() > text.size())
        return std::string_view::npos;
    void const* const found = ::memmem(text.data(), text.size(), piece.data(), piece.size());
    if (found == nullptr)
        return std::string_view::npos;
    return static_cast<std::size_t>(static_cast<char const*>(found) - text.data());
}

}  // namespace

bool matches_glob(std::string_view pattern, std::string_view text)
{
    std::size_t star = pattern.find('*');
    if (star == std::string_view::npos)
        return pattern == text;
    if (!text.starts_with(pattern.substr(0, star)))
        return false;
    text.remove_prefix(star);
    pattern.remove_prefix(star + 1);
    // The earliest place for each piece leaves the most for those after it: no way back is needed.
    while ((star = pattern.find('*')) != std::string_view::npos) {
        std::size_t const at = find_piece(text, pattern.substr(0, star));
        if (at == std::string_view::npos)
            return false;
        text.remove_prefix(at + star);
        pattern.remove_prefix(star + 1);
    }
    return text.ends_with(pattern);
}

}  // namespace slicegate::policy
