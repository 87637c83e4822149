// SPDX-License-Identifier: Apache-2.0
#include "brute_force.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>

namespace slicegate::sizing::test {

namespace {

using policy::Card;
using policy::MigProfile;

// One place that an instance may take.
struct Slot {
    std::size_t profile;
    unsigned start;
};

bool is_lawful(Card const& card, Multiset const& set)
{
    unsigned compute = 0;
    unsigned extra = 0;
    bool has_all = false;
    bool has_plain = false;
    for (std::size_t i = 0; i < set.size(); ++i) {
        MigProfile const& profile = card.mig_profiles[i];
        bool const is_all = profile.name.ends_with("+me.all");
        bool const is_extra = is_all || profile.name.ends_with("+me");
        compute += set[i] * profile.compute_slices;
        extra += is_extra ? set[i] : 0;
        has_all |= is_all && set[i] > 0;
        has_plain |= !is_extra && !profile.name.ends_with("-me") && set[i] > 0;
        if (set[i] > profile.max_instances)
            return false;
    }
    return compute <= card.compute_slices && extra <= 1 && !(has_all && has_plain);
}

struct Trial {
    Card const& card;
    std::vector<Slot> slots;
    std::vector<bool> taken;
    Multiset set;
    std::set<Multiset> found;

    void from(std::size_t slot)
    {
        found.insert(set);
        for (; slot < slots.size(); ++slot) {
            auto const first = taken.begin() + slots[slot].start;
            auto const last = first + card.mig_profiles[slots[slot].profile].memory_units;
            ++set[slots[slot].profile];
            if (std::none_of(first, last, [](bool is_taken) { return is_taken; }) && is_lawful(card, set)) {
                std::fill(first, last, true);
                from(slot + 1);
                std::fill(first, last, false);
            }
            --set[slots[slot].profile];
        }
    }
};

}  // namespace

std::set<Multiset> find_all_sets(Card const& card)
{
    Trial trial{
        .card = card,
        .slots = {},
        .taken = std::vector<bool>(card.memory_units),
        .set = Multiset(card.mig_profiles.size()),
        .found = {}};
    for (std::size_t i = 0; i < card.mig_profiles.size(); ++i)
        for (unsigned start = 0; start < card.memory_units; ++start)
            if ((card.mig_profiles[i].starts & (1U << start)) != 0)
                trial.slots.push_back({i, start});
    trial.from(0);
    return trial.found;
}

std::vector<Multiset> list_multisets(Card const& card, unsigned size)
{
    std::vector<Multiset> all;
    Multiset set(card.mig_profiles.size());
    std::function<void(std::size_t, unsigned)> const extend = [&](std::size_t profile, unsigned left) {
        if (profile == set.size()) {
            all.push_back(set);
            return;
        }
        for (unsigned count = 0; count <= left; ++count) {
            set[profile] = count;
            extend(profile + 1, left - count);
        }
        set[profile] = 0;
    };
    extend(0, size);
    return all;
}

unsigned count_cards(std::set<Multiset> const& sets, Multiset const& needs)
{
    // Distances from nothing, one card at a time, until the needs are covered.
    std::set<Multiset> reached{Multiset(needs.size())};
    for (unsigned cards = 0;; ++cards) {
        if (reached.contains(needs))
            return cards;
        std::set<Multiset> next;
        for (Multiset const& from : reached)
            for (Multiset const& set : sets) {
                Multiset sum = from;
                for (std::size_t i = 0; i < sum.size(); ++i)
                    sum[i] = std::min(sum[i] + set[i], needs[i]);
                next.insert(std::move(sum));
            }
        reached = std::move(next);
    }
}

unsigned count_standard(
    std::set<Multiset> const& sets, std::vector<Multiset> const& standard, Multiset const& needs,
    unsigned cards)
{
    std::map<Multiset, unsigned> reached{{Multiset(needs.size()), 0}};  // with how many standard cards
    for (unsigned card = 0; card < cards; ++card) {
        std::map<Multiset, unsigned> next;
        auto const add = [&](Multiset sum, Multiset const& set, unsigned count) {
            for (std::size_t i = 0; i < sum.size(); ++i)
                sum[i] = std::min(sum[i] + set[i], needs[i]);
            auto& best = next[std::move(sum)];
            best = std::max(best, count);
        };
        for (auto const& [from, count] : reached) {
            for (Multiset const& set : sets)
                add(from, set, count);
            for (Multiset const& set : standard)
                add(from, set, count + 1);
        }
        reached = std::move(next);
    }
    return reached.at(needs);
}

std::vector<Card const*> list_mig_cards()
{
    std::map<MigProfile const*, Card const*> by_table;
    for (Card const& card : policy::cards())
        if (!card.mig_profiles.empty())
            by_table.emplace(card.mig_profiles.data(), &card);
    std::vector<Card const*> cards;
    for (auto const& [table, card] : by_table)
        cards.push_back(card);
    return cards;
}

Card const& card_of(std::string_view key)
{
    Card const* const card = policy::find_card(key);
    REQUIRE(card != nullptr);
    return *card;
}

}  // namespace slicegate::sizing::test
