// SPDX-License-Identifier: Apache-2.0
#include "sizing/cover.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace slicegate::sizing {

namespace {

bool is_nothing(Counts const& counts)
{
    return std::ranges::all_of(counts, [](unsigned count) { return count == 0; });
}

Counts take(Counts const& pattern, Counts const& needs)
{
    Counts taken(needs.size());
    for (std::size_t i = 0; i < needs.size(); ++i)
        taken[i] = std::min(pattern[i], needs[i]);
    return taken;
}

Counts subtract(Counts needs, Counts const& taken)
{
    for (std::size_t i = 0; i < needs.size(); ++i)
        needs[i] -= taken[i];
    return needs;
}

// Does `a` cover all that `b` does?
bool covers(Counts const& a, Counts const& b)
{
    return std::ranges::equal(a, b, [](unsigned x, unsigned y) { return x >= y; });
}

class Search {
public:
    Search(Cuts const& cuts, Steps& steps) : cuts_(cuts), steps_(steps) {}

    // Standard cards come first, in the order of their cuts: the order of cards means nothing.
    bool cover_standard(Counts const& needs, std::size_t from, unsigned standard, unsigned others)
    {
        if (standard == 0 || is_nothing(needs))
            return cover(needs, others + standard);
        auto const key = std::tuple(needs, from, standard);
        if (is_hopeless(needs, others + standard) || failed_standard_.contains(key))
            return false;
        for (std::size_t cut = from; cut < cuts_.standard.size(); ++cut) {
            Counts const taken = take(cuts_.standard[cut], needs);
            if (is_nothing(taken))
                continue;
            covering_.standard.push_back(cut);
            if (cover_standard(subtract(needs, taken), cut, standard - 1, others))
                return true;
            covering_.standard.pop_back();
        }
        failed_standard_.emplace(key, true);
        return false;
    }

    Covering finish(bool is_found)
    {
        if (is_found)
            covering_.outcome = Outcome::found;
        else
            covering_.outcome = steps_ == 0 ? Outcome::unknown : Outcome::impossible;
        return std::move(covering_);
    }

private:
    bool is_hopeless(Counts const& needs, unsigned cards)
    {
        if (steps_ > 0)
            --steps_;
        return steps_ == 0 || count_at_least(cuts_.weights, needs) > cards;
    }

    bool cover(Counts const& needs, unsigned cards)
    {
        if (is_nothing(needs))
            return true;
        if (cards == 0 || is_hopeless(needs, cards))  // what weighs nothing takes a card nevertheless
            return false;
        auto const failed = failed_.find(needs);
        if (failed != failed_.end() && cards <= failed->second)
            return false;
        for (Counts const& taken : list_cuts(needs)) {
            covering_.others.push_back(taken);
            if (cover(subtract(needs, taken), cards - 1))
                return true;
            covering_.others.pop_back();
        }
        if (steps_ > 0)
            failed_[needs] = std::max(failed_[needs], cards);
        return false;
    }

    // The cuts that take the heaviest profile that is needed, which some card must. Those that take no more than
    // another one are left out.
    [[nodiscard]] std::vector<Counts> list_cuts(Counts const& needs) const
    {
        std::size_t heaviest = 0;
        for (std::size_t i = 0; i < needs.size(); ++i)
            if (needs[i] > 0 && (needs[heaviest] == 0 || cuts_.weights.of[i] > cuts_.weights.of[heaviest]))
                heaviest = i;
        std::vector<Counts> found;
        for (Counts const& pattern : cuts_.patterns)
            if (pattern[heaviest] > 0)
                found.push_back(take(pattern, needs));
        std::ranges::sort(found, std::greater{}, [&](Counts const& counts) {
            return std::pair(weigh(cuts_.weights, counts), counts);
        });
        std::vector<Counts> kept;
        for (Counts const& counts : found)
            if (std::ranges::none_of(kept, [&](Counts const& other) { return covers(other, counts); }))
                kept.push_back(counts);
        return kept;
    }

    Cuts const& cuts_;
    Steps& steps_;  // left
    Covering covering_;
    std::map<Counts, unsigned> failed_;  // the most cards with which it was tried in vain
    std::map<std::tuple<Counts, std::size_t, unsigned>, bool> failed_standard_;
};

// Card after card the pattern that takes most of what is left.
std::vector<Counts> cover_greedily(Cuts const& cuts, Counts needs)
{
    std::vector<Counts> cards;
    while (!is_nothing(needs)) {
        Counts best;
        for (Counts const& pattern : cuts.patterns) {
            Counts taken = take(pattern, needs);
            auto const worth = [&](Counts const& counts) {
                return std::pair(weigh(cuts.weights, counts), counts);
            };
            if (best.empty() || worth(taken) > worth(best))
                best = std::move(taken);
        }
        needs = subtract(std::move(needs), best);
        cards.push_back(std::move(best));
    }
    return cards;
}

// Of plans that may use fractions of cards one with few, and most of them standard: its whole cards.
std::vector<Counts> take_whole_cards(Cuts const& cuts, Counts needs)
{
    constexpr double dearer = 1 + 1e-5;  // so little that a thousand cards do not become one more
    auto patterns = cuts.standard;
    patterns.insert(patterns.end(), cuts.patterns.begin(), cuts.patterns.end());
    std::vector<double> prices(cuts.standard.size(), 1.0);
    prices.resize(patterns.size(), dearer);
    auto const uses = find_whole_uses(patterns, prices, needs);
    std::vector<Counts> cards;
    for (std::size_t i = 0; i < patterns.size(); ++i)
        for (unsigned use = 0; use < uses[i]; ++use) {
            cards.push_back(take(patterns[i], needs));
            needs = subtract(std::move(needs), cards.back());
        }
    return cards;
}

}  // namespace

Covering find_covering(Cuts const& cuts, Counts const& needs, unsigned cards, unsigned standard, Steps& steps)
{
    Search search(cuts, steps);
    return search.finish(search.cover_standard(needs, 0, standard, cards - standard));
}

std::vector<Counts> find_good_covering(Cuts const& cuts, Counts needs, Steps& steps)
{
    auto cards = take_whole_cards(cuts, needs);
    for (Counts const& card : cards)
        needs = subtract(std::move(needs), card);
    auto rest = cover_greedily(cuts, needs);
    for (auto fewer = count_at_least(cuts.weights, needs); fewer < rest.size(); ++fewer) {
        auto better = find_covering(cuts, needs, fewer, 0, steps);
        if (better.outcome == Outcome::found)
            rest = std::move(better.others);
        else if (better.outcome == Outcome::unknown)
            break;
    }
    cards.insert(cards.end(), rest.begin(), rest.end());
    return cards;
}

}  // namespace slicegate::sizing
