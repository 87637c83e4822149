// SPDX-License-Identifier: Apache-2.0
#include "sizing/patterns.hpp"

namespace slicegate::sizing {

namespace {

struct Search {
    Card const& card;
    std::span<MigProfile const* const> profiles;
    std::vector<Wanted> wanted;
    Counts counts;
    std::vector<Counts> patterns;

    // The footprints with one more of this profile, which is kept in `wanted` where there are any.
    std::vector<Units> add(std::vector<Units> const& footprints, std::size_t index)
    {
        wanted.push_back({profiles[index], std::nullopt});
        auto next = find_lacks(card, wanted).empty() ? add_footprints(footprints, wanted.back())
                                                     : std::vector<Units>{};
        if (next.empty())
            wanted.pop_back();
        return next;
    }

    bool is_full(std::vector<Units> const& footprints)
    {
        for (std::size_t index = 0; index < profiles.size(); ++index)
            if (!add(footprints, index).empty()) {
                wanted.pop_back();
                return false;
            }
        return true;
    }

    void fill(std::size_t index, std::vector<Units> const& footprints)
    {
        if (index == profiles.size()) {
            if (is_full(footprints))
                patterns.push_back(counts);
            return;
        }
        fill(index + 1, footprints);
        auto const more = add(footprints, index);
        if (more.empty())
            return;
        ++counts[index];
        fill(index, more);
        --counts[index];
        wanted.pop_back();
    }
};

}  // namespace

std::vector<Counts> find_patterns(Card const& card, std::span<MigProfile const* const> profiles)
{
    Search search{
        .card = card, .profiles = profiles, .wanted = {}, .counts = Counts(profiles.size()), .patterns = {}};
    search.fill(0, {0});
    return search.patterns;
}

}  // namespace slicegate::sizing
