// SPDX-License-Identifier: Apache-2.0
#include "cli/run_mig.hpp"

#include "cli/mig_config.hpp"
#include "cli/render_mig.hpp"
#include "cli/render_mig_json.hpp"
#include "sizing/words.hpp"

#include <ostream>

namespace slicegate::cli {

namespace {

using sizing::Card;

constexpr int does_not_fit = 1;
constexpr int wrong_use = 2;

int fail(std::ostream& err, char const* command, Error const& error)
{
    err << "slicegate mig " << command << ": " << error.message << '\n';
    return wrong_use;
}

// The card that is meant, or all that MIG can cut.
Result<std::vector<Card const*>> find_cards(std::string const& gpu)
{
    std::vector<Card const*> cards;
    if (!gpu.empty()) {
        auto const card = sizing::find_mig_gpu(gpu);
        if (!card)
            return card.error();
        cards.push_back(*card);
        return cards;
    }
    for (Card const& card : policy::cards())
        if (!card.mig_profiles.empty())
            cards.push_back(&card);
    return cards;
}

struct Asked {
    Card const* card = nullptr;
    std::vector<sizing::Wanted> wanted;
};

Result<Asked> parse_set(MigOptions const& options)
{
    auto const card = sizing::find_mig_gpu(options.gpu);
    if (!card)
        return card.error();
    auto wanted = sizing::parse_wanted(**card, options.words);
    if (!wanted)
        return wanted.error();
    return Asked{.card = *card, .wanted = std::move(*wanted)};
}

struct Planned {
    Card const* card = nullptr;
    std::vector<sizing::ProfileCount> needs;
    sizing::Plan plan;
};

Result<Planned> make_plan(MigOptions const& options)
{
    auto const card = sizing::find_mig_gpu(options.gpu);
    if (!card)
        return card.error();
    auto needs = sizing::parse_needs(**card, options.words);
    if (!needs)
        return needs.error();
    auto plan = sizing::plan_cards(**card, *needs);
    if (!plan)
        return plan.error();
    return Planned{.card = *card, .needs = std::move(*needs), .plan = std::move(*plan)};
}

}  // namespace

int run_mig_list(MigOptions const& options, std::ostream& out, std::ostream& err)
{
    auto const cards = find_cards(options.gpu);
    if (!cards)
        return fail(err, "list", cards.error());
    if (options.style == Style::json)
        out << render_profiles_as_json(*cards);
    else
        out << (options.gpu.empty() ? render_cards(*cards) : render_profiles(*cards->front()));
    return 0;
}

int run_mig_place(MigOptions const& options, std::ostream& out, std::ostream& err)
{
    auto const asked = parse_set(options);
    if (!asked)
        return fail(err, "place", asked.error());
    auto const placement = sizing::place(*asked->card, asked->wanted);
    out
        << (options.style == Style::json ? render_placement_as_json(*asked->card, asked->wanted, placement)
                                         : render_placement(*asked->card, asked->wanted, placement));
    return placement.refusal ? does_not_fit : 0;
}

int run_mig_next(MigOptions const& options, std::ostream& out, std::ostream& err)
{
    auto const asked = parse_set(options);
    if (!asked)
        return fail(err, "next", asked.error());
    auto const placement = sizing::place(*asked->card, asked->wanted);
    if (placement.refusal) {
        out
            << (options.style == Style::json
                    ? render_placement_as_json(*asked->card, asked->wanted, placement)
                    : render_placement(*asked->card, asked->wanted, placement));
        return does_not_fit;
    }
    auto const rooms = sizing::find_room(*asked->card, asked->wanted);
    out
        << (options.style == Style::json ? render_rooms_as_json(*asked->card, placement, rooms)
                                         : render_rooms(*asked->card, placement, rooms));
    for (sizing::Room const& room : rooms)
        if (room.most > 0)
            return 0;
    return does_not_fit;
}

int run_mig_plan(MigOptions const& options, std::ostream& out, std::ostream& err)
{
    auto const planned = make_plan(options);
    if (!planned)
        return fail(err, "plan", planned.error());
    out
        << (options.style == Style::json ? render_plan_as_json(*planned->card, planned->plan)
                                         : render_plan(*planned->card, planned->needs, planned->plan));
    return 0;
}

int run_mig_layouts(MigOptions const& options, std::ostream& out, std::ostream& err)
{
    auto const cards = find_cards(options.gpu);
    if (!cards)
        return fail(err, "layouts", cards.error());
    out << (options.style == Style::json ? render_layouts_as_json(*cards) : render_layouts(*cards));
    return 0;
}

int run_mig_config(MigOptions const& options, std::ostream& out, std::ostream& err)
{
    auto const planned = make_plan(options);
    if (!planned)
        return fail(err, "config", planned.error());
    auto const config = make_mig_config(planned->plan, options.cards_per_node, options.name);
    if (!config)
        return fail(err, "config", config.error());
    out << (options.style == Style::json ? render_config_as_json(*config) : render_config(*config));
    return 0;
}

}  // namespace slicegate::cli
