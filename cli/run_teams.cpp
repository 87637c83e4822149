// SPDX-License-Identifier: Apache-2.0
#include "cli/run_teams.hpp"

#include "cli/columns.hpp"
#include "cli/load_policy.hpp"
#include "cli/render_fit.hpp"
#include "cli/render_mig.hpp"
#include "cli/teams_file.hpp"
#include "policy/text.hpp"
#include "sizing/plan.hpp"
#include "sizing/words.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <ostream>

namespace slicegate::cli {

namespace {

constexpr int does_not_fit = 1;
constexpr int wrong_use = 2;
constexpr unsigned most_replicas = 48;  // what fit takes, too

// A team, and what it is put on.
struct Placed {
    Team team;
    FitReport report;  // with a share for every number of replicas
    sizing::MigProfile const* profile = nullptr;
    bool is_on_card = false;
};

struct Layout {
    sizing::Card const* card = nullptr;
    std::vector<Placed> teams;
    unsigned replicas = 0;  // of the development pool; 1: whole cards
    unsigned shared_cards = 0;
    unsigned whole_cards = 0;
    std::vector<sizing::ProfileCount> needs;
};

// The least memory that does, then the fewest compute slices. Instances of the whole card are left to whole cards.
void place_in_production(Placed& placed)
{
    sizing::Fit const* best = nullptr;
    for (sizing::Fit const& fit : placed.report.cards.front().fits) {
        if (fit.kind == sizing::Kind::card)
            placed.is_on_card = fit.does_fit;
        if (fit.kind != sizing::Kind::slice || !fit.does_fit || fit.profile->max_instances < 2)
            continue;
        auto const rank = [](sizing::Fit const& each) {
            return std::pair(each.profile->memory_mib, each.profile->compute_slices);
        };
        if (best == nullptr || rank(fit) < rank(*best))
            best = &fit;
    }
    if (best != nullptr) {
        placed.profile = best->profile;
        placed.is_on_card = false;
    }
}

// The most replicas with which every model of the development pool fits its share.
unsigned choose_replicas(std::vector<Placed> const& teams, unsigned instances)
{
    for (unsigned replicas = std::min(most_replicas, std::max(instances, 2U)); replicas >= 2; --replicas) {
        bool const do_all_fit = std::ranges::all_of(teams, [&](Placed const& placed) {
            return placed.team.use != Use::development ||
                   std::ranges::any_of(placed.report.cards.front().fits, [&](sizing::Fit const& fit) {
                       return fit.kind == sizing::Kind::share && fit.replicas == replicas && fit.does_fit;
                   });
        });
        if (do_all_fit)
            return replicas;
    }
    return 1;
}

bool fits_card(Placed const& placed)
{
    return std::ranges::any_of(placed.report.cards.front().fits, [](sizing::Fit const& fit) {
        return fit.kind == sizing::Kind::card && fit.does_fit;
    });
}

void add_need(Layout& layout, Placed const& placed)
{
    auto const known = std::ranges::find(layout.needs, placed.profile, &sizing::ProfileCount::profile);
    if (known != layout.needs.end())
        known->count += placed.team.instances;
    else
        layout.needs.push_back({placed.profile, placed.team.instances});
}

Result<Layout> lay_out(Teams const& teams, sizing::Card const& card)
{
    Layout layout{.card = &card, .teams = {}, .needs = {}};
    unsigned in_development = 0;
    for (Team const& team : teams.teams) {
        FitOptions options = team.load;
        options.gpu = card.key;
        options.replicas.resize(most_replicas - 1);
        std::iota(options.replicas.begin(), options.replicas.end(), 2U);
        auto report = make_fit_report(options);
        if (!report)
            return Error{Errc::bad_option, team.place + ": " + report.error().message};
        Placed placed{.team = team, .report = std::move(*report)};
        if (team.use == Use::development)
            in_development += team.instances;
        else
            place_in_production(placed);
        if (placed.profile != nullptr)
            add_need(layout, placed);
        else if (placed.is_on_card)
            layout.whole_cards += team.instances;
        layout.teams.push_back(std::move(placed));
    }
    if (in_development > 0) {
        layout.replicas = choose_replicas(layout.teams, in_development);
        layout.shared_cards = (in_development + layout.replicas - 1) / layout.replicas;
    }
    return layout;
}

std::string describe_place(Layout const& layout, Placed const& placed)
{
    if (!fits_card(placed))
        return "no card: too large";
    if (placed.profile != nullptr)
        return std::string(placed.profile->name);
    if (placed.team.use == Use::development && layout.replicas > 1)
        return "1/" + std::to_string(layout.replicas) + ", time-sliced";
    return "whole card";
}

std::string render_table(Layout const& layout)
{
    Columns table({"TEAM", "USE", "MODEL", ">INSTANCES", ">NEEDS EACH", "ON"});
    for (Placed const& placed : layout.teams)
        table.add(
            {policy::shown(placed.team.name),
             placed.team.use == Use::production ? "production" : "development", placed.report.model.name,
             std::to_string(placed.team.instances), render_number(placed.report.need.total_gib, 2) + " GiB",
             describe_place(layout, placed)});
    return table.render();
}

// Adapters of one base model run on one engine, which holds the weights once.
std::string render_same_models(Layout const& layout)
{
    std::map<std::string, std::vector<std::string>> teams;
    for (Placed const& placed : layout.teams)
        if (placed.team.use == Use::production)
            teams[placed.report.model.name].push_back(policy::shown(placed.team.name));
    std::string out;
    for (auto const& [model, names] : teams)
        if (names.size() > 1)
            out.append("\n")
                .append(join_words(names))
                .append(" serve the same base model, ")
                .append(model)
                .append(": where they differ by adapters (LoRA), one engine can serve them and holds the "
                        "weights once\n"
                        "(vllm serve ")
                .append(model)
                .append(" --enable-lora --lora-modules NAME=PATH ...).\n");
    return out;
}

Result<std::string> render_production(Layout const& layout)
{
    std::string out;
    if (!layout.needs.empty()) {
        auto const plan = sizing::plan_cards(*layout.card, layout.needs);
        if (!plan)
            return plan.error();
        out += "\nProduction, by MIG: " + render_plan(*layout.card, layout.needs, *plan) +
               "configuration: slicegate mig config --gpu " + std::string(layout.card->key);
        for (auto const& [profile, count] : layout.needs)
            out += " --need " + std::string(profile->name) + '=' + std::to_string(count);
        out += '\n';
    }
    if (layout.whole_cards > 0)
        out += "\nProduction, on whole cards: " + count_words(layout.whole_cards, "card") +
               "; slicegate.dev/gpu: dedicate on the pods\n";
    return out;
}

std::string render_development(Layout const& layout)
{
    if (layout.shared_cards == 0)
        return "";
    std::string const out = "\nDevelopment: " + count_words(layout.shared_cards, "card");
    if (layout.replicas == 1)
        return out + ", one for each: a share of a card is too small for some model\n";
    unsigned const tenants = layout.shared_cards * layout.replicas;
    return out + ", time-slicing with " + std::to_string(layout.replicas) +
           " replicas; nothing but the engines' own options keeps them to their share (slicegate fit --slice "
           "1/" +
           std::to_string(layout.replicas) + ")\nconfiguration: slicegate advise --gpu " +
           std::string(layout.card->key) + " --cards " + std::to_string(layout.shared_cards) + " --tenants " +
           std::to_string(tenants) + " -o yaml\n";
}

}  // namespace

int run_teams(std::string const& file, std::string const& gpu, std::ostream& out, std::ostream& err)
{
    auto const teams = read_teams(file);
    if (!teams) {
        print_error(err, file, teams.error().message);
        return wrong_use;
    }
    std::string const word = teams->gpu.empty() ? gpu : teams->gpu;
    auto const card = sizing::find_gpu(word);
    if (!card) {
        print_error(
            err, file, word.empty() ? "gpu: is missing, here and as --gpu" : "gpu: " + card.error().message);
        return wrong_use;
    }
    auto const layout = lay_out(*teams, **card);
    auto const production = layout ? render_production(*layout) : Result<std::string>(layout.error());
    if (!production) {
        print_error(err, file, production.error().message);
        return wrong_use;
    }
    out << render_table(*layout) << *production << render_development(*layout) << render_same_models(*layout);
    return std::ranges::all_of(layout->teams, fits_card) ? 0 : does_not_fit;
}

}  // namespace slicegate::cli
