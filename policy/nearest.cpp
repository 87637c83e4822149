// SPDX-License-Identifier: Apache-2.0
#include "policy/nearest.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace slicegate::policy {

namespace {

// Longer than every field, rule id and card name there is; what is longer is no slip of the finger.
constexpr std::size_t max_word_bytes = 48;

constexpr char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// Insertions, deletions, replacements and swaps of neighbours that lead from one word to the other.
std::size_t distance(std::string_view a, std::string_view b)
{
    using Row = std::array<std::size_t, max_word_bytes + 1>;
    Row before{};  // the row before `last`, which a swap looks back to
    Row last{};
    Row row{};
    for (std::size_t j = 0; j <= b.size(); ++j)
        last[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            bool const same = lower(a[i - 1]) == lower(b[j - 1]);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0U : 1U)});
            if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]))
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
        before = last;
        last = row;
    }
    return last[b.size()];
}

// One word begins with the other: `warning` for `warn`.
bool is_cut(std::string_view a, std::string_view b)
{
    std::size_t const common = std::min(a.size(), b.size());
    constexpr std::size_t enough = 3;  // one or two letters say nothing
    return common >= enough && std::equal(
                                   a.begin(), a.begin() + static_cast<std::ptrdiff_t>(common), b.begin(),
                                   [](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace

std::string_view nearest(std::string_view word, std::span<std::string_view const> words)
{
    std::string_view best;
    if (word.empty() || word.size() > max_word_bytes)
        return best;
    std::size_t best_distance = max_word_bytes;
    for (std::string_view const candidate : words) {
        if (candidate.size() > max_word_bytes)
            continue;
        // A third of the letters may be wrong: fewer miss `sahre`, more suggest words that are merely short.
        std::size_t const allowed = std::max(std::max(word.size(), candidate.size()) / 3, std::size_t{1});
        std::size_t const found = is_cut(word, candidate) ? 1 : distance(word, candidate);
        if (found <= allowed && found < best_distance) {
            best = candidate;
            best_distance = found;
        }
    }
    return best;
}

}  // namespace slicegate::policy
