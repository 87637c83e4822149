// SPDX-License-Identifier: Apache-2.0
#include "sizing/plan.hpp"

#include "sizing/cover.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace slicegate::sizing {

namespace {

struct Problem {
    Card const& card;
    std::vector<MigProfile const*> profiles;
    Counts needs;
    std::vector<Layout> layouts;  // those that have something of the needs
    Cuts cuts;
};

// The same profile may be named twice.
void add_needs(Problem& problem, std::span<ProfileCount const> needs)
{
    for (auto const& [profile, count] : needs) {
        if (count == 0)
            continue;
        auto const known = std::ranges::find(problem.profiles, profile);
        if (known == problem.profiles.end()) {
            problem.profiles.push_back(profile);
            problem.needs.push_back(count);
        } else {
            problem.needs[static_cast<std::size_t>(known - problem.profiles.begin())] += count;
        }
    }
}

Problem make_problem(Card const& card, std::span<ProfileCount const> needs)
{
    Problem problem{.card = card, .profiles = {}, .needs = {}, .layouts = {}, .cuts = {}};
    add_needs(problem, needs);
    problem.cuts.patterns = find_patterns(card, problem.profiles);
    problem.cuts.weights = find_weights(problem.cuts.patterns, problem.needs);
    for (Layout& layout : layouts_of(card)) {
        Counts counts(problem.profiles.size());
        for (auto const& [profile, count] : layout.devices) {
            auto const known = std::ranges::find(problem.profiles, profile);
            if (known != problem.profiles.end())
                counts[static_cast<std::size_t>(known - problem.profiles.begin())] = count;
        }
        if (std::ranges::none_of(counts, [](unsigned count) { return count > 0; }))
            continue;
        problem.cuts.standard.push_back(std::move(counts));
        problem.layouts.push_back(std::move(layout));
    }
    return problem;
}

// Half a second in an optimised build, each. What MIG cards are asked for ends far below it.
constexpr Steps steps_for_fewest = 20'000;
constexpr Steps steps_for_standard = 20'000;

// The fewest cards; `plan` gets what is proven of them.
Covering find_fewest(Problem const& problem, Plan& plan)
{
    Steps steps = steps_for_fewest;
    auto good = find_good_covering(problem.cuts, problem.needs, steps);
    plan.at_least = count_at_least(problem.cuts.weights, problem.needs);
    plan.is_proven_by_weights = true;
    while (plan.at_least < good.size()) {
        auto covering = find_covering(problem.cuts, problem.needs, plan.at_least, 0, steps);
        if (covering.outcome == Outcome::found)
            return covering;
        if (covering.outcome == Outcome::unknown)
            break;
        ++plan.at_least;
        plan.is_proven_by_weights = false;
    }
    return {.outcome = Outcome::found, .standard = {}, .others = std::move(good)};
}

// A card that a standard layout could serve as well is cut by it.
Covering take_standard(Cuts const& cuts, Covering covering)
{
    auto others = std::exchange(covering.others, {});
    for (Counts& counts : others) {
        auto const serves = [&](Counts const& standard) {
            return std::ranges::equal(standard, counts, std::greater_equal{});
        };
        auto const found = std::ranges::find_if(cuts.standard, serves);
        if (found == cuts.standard.end())
            covering.others.push_back(std::move(counts));
        else
            covering.standard.push_back(static_cast<std::size_t>(found - cuts.standard.begin()));
    }
    return covering;
}

Covering prefer_standard(Problem const& problem, Covering covering, Plan& plan)
{
    Steps steps = steps_for_standard;
    covering = take_standard(problem.cuts, std::move(covering));
    plan.has_most_standard = true;
    for (auto more = covering.standard.size() + 1; more <= plan.cards; more = covering.standard.size() + 1) {
        auto better =
            find_covering(problem.cuts, problem.needs, plan.cards, static_cast<unsigned>(more), steps);
        plan.has_most_standard = better.outcome != Outcome::unknown;
        if (better.outcome != Outcome::found)
            break;
        covering = take_standard(problem.cuts, std::move(better));
        if (covering.standard.size() < more)
            break;  // fewer cards than expected: all of them are standard
    }
    return covering;
}

std::vector<ProfileCount> name_counts(Problem const& problem, Counts const& counts)
{
    std::vector<ProfileCount> named;
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (counts[i] > 0)
            named.push_back({problem.profiles[i], counts[i]});
    return named;
}

PlannedCards plan_group(Card const& card, std::string layout, std::vector<ProfileCount> devices)
{
    std::vector<Wanted> wanted;
    for (auto const& [profile, count] : devices)
        wanted.insert(wanted.end(), count, {profile, std::nullopt});
    auto instances = place(card, wanted).instances;
    auto const idle = find_idle(card, instances);
    return {
        .count = 1,
        .layout = std::move(layout),
        .devices = std::move(devices),
        .instances = std::move(instances),
        .idle = idle};
}

void add_groups(Problem const& problem, Covering& covering, Plan& plan)
{
    std::ranges::sort(covering.standard);
    for (std::size_t i = 0; i < covering.standard.size(); ++i) {
        Layout const& layout = problem.layouts[covering.standard[i]];
        if (i > 0 && covering.standard[i] == covering.standard[i - 1])
            ++plan.groups.back().count;
        else
            plan.groups.push_back(plan_group(problem.card, layout.name, layout.devices));
    }
    std::ranges::sort(covering.others, std::greater{});
    for (std::size_t i = 0; i < covering.others.size(); ++i)
        if (i > 0 && covering.others[i] == covering.others[i - 1])
            ++plan.groups.back().count;
        else
            plan.groups.push_back(plan_group(problem.card, "", name_counts(problem, covering.others[i])));
}

void count_spare(Problem const& problem, Plan& plan)
{
    for (MigProfile const& profile : problem.card.mig_profiles) {
        unsigned cut = 0;
        for (PlannedCards const& group : plan.groups)
            for (ProfileCount const& device : group.devices)
                cut += device.profile == &profile ? group.count * device.count : 0U;
        auto const known = std::ranges::find(problem.profiles, &profile);
        unsigned const needed =
            known == problem.profiles.end()
                ? 0
                : problem.needs[static_cast<std::size_t>(known - problem.profiles.begin())];
        if (cut > needed)
            plan.spare.push_back({&profile, cut - needed});
    }
}

Proof make_proof(Problem const& problem)
{
    std::uint64_t divisor = problem.cuts.weights.capacity;
    for (std::uint64_t const weight : problem.cuts.weights.of)
        divisor = std::gcd(divisor, weight);
    Proof proof{.weights = {}, .capacity = static_cast<unsigned>(problem.cuts.weights.capacity / divisor)};
    for (std::size_t i = 0; i < problem.profiles.size(); ++i)
        proof.weights.push_back(
            {problem.profiles[i], static_cast<unsigned>(problem.cuts.weights.of[i] / divisor)});
    return proof;
}

}  // namespace

Result<Plan> plan_cards(Card const& card, std::span<ProfileCount const> needs)
{
    std::uint64_t total = 0;
    for (ProfileCount const& need : needs)
        total += need.count;
    if (total == 0)
        return Error{Errc::bad_option, "nothing is needed; say what with --need PROFILE=NUMBER"};
    if (total > max_instances)
        return Error{
            Errc::bad_option, std::to_string(total) + " instances are needed, at most " +
                                  std::to_string(max_instances) + " can be planned at a time"};
    auto const problem = make_problem(card, needs);
    Plan plan;
    auto covering = find_fewest(problem, plan);
    plan.cards = static_cast<unsigned>(covering.others.size());
    plan.proof = make_proof(problem);
    covering = prefer_standard(problem, std::move(covering), plan);
    plan.cards = static_cast<unsigned>(covering.standard.size() + covering.others.size());
    add_groups(problem, covering, plan);
    count_spare(problem, plan);
    return plan;
}

}  // namespace slicegate::sizing
