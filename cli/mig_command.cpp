// SPDX-License-Identifier: Apache-2.0
#include "cli/mig_command.hpp"

#include "cli/run_mig.hpp"

#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>

namespace slicegate::cli {

namespace {

constexpr char const* description =
    "Which MIG instances fit which cards: profiles, places, plans, layouts.\n\n"
    "Answers from tables of what NVIDIA's cards can be cut into; asks no card and no cluster.";
constexpr char const* examples = "\nExamples:\n"
                                 "  slicegate mig list --gpu h100-sxm\n"
                                 "  slicegate mig place --gpu h100-sxm 3g.40gb 2x1g.20gb\n"
                                 "  slicegate mig next --gpu h100-sxm 1g.10gb@0 1g.10gb@4\n"
                                 "  slicegate mig plan --gpu h100-sxm --need 1g.10gb=12 --need 3g.40gb=5\n"
                                 "\nExit status: 0 it fits, 1 it does not, 2 wrong use.";
constexpr char const* about_set =
    "Profiles (1g.10gb), several (3x1g.10gb), at a memory unit (1g.10gb@4), or a layout (all-balanced)";

using Run = int (*)(MigOptions const&, std::ostream&, std::ostream&);
using Options = std::shared_ptr<MigOptions>;

CLI::App* add_subcommand(
    CLI::App& mig, char const* name, char const* about, Options const& options, Run run, int& exit_status)
{
    auto* const command = mig.add_subcommand(name, about);
    auto const format = std::make_shared<std::string>("text");
    command->add_option("-o,--output", *format, "text or json")
        ->check(CLI::IsMember({"text", "json"}))
        ->type_name("FORMAT")
        ->capture_default_str();
    command->callback([options, format, run, &exit_status] {
        options->style = *format == "json" ? Style::json : Style::text;
        exit_status = run(*options, std::cout, std::cerr);
    });
    return command;
}

CLI::Option* add_gpu(CLI::App& command, Options const& options)
{
    return command
        .add_option(
            "--gpu", options->gpu,
            "The card, as the first column of `slicegate mig list` or as its product label")
        ->type_name("CARD");
}

void add_needs(CLI::App& command, Options const& options)
{
    add_gpu(command, options)->required();
    command.add_option("--need", options->words, "Instances that are needed, as 1g.10gb=12; may be repeated")
        ->required()
        ->type_name("PROFILE=NUMBER");
}

}  // namespace

void add_mig_command(CLI::App& app, int& exit_status)
{
    auto* const mig = app.add_subcommand("mig", description);
    mig->require_subcommand(1);
    mig->footer(examples);
    auto const options = std::make_shared<MigOptions>();

    auto* const list = add_subcommand(
        *mig, "list",
        "The profiles of a card: real memory, SMs, places, resource names; without --gpu the cards", options,
        run_mig_list, exit_status);
    add_gpu(*list, options);

    auto* const place = add_subcommand(
        *mig, "place",
        "Does a set of instances fit, and where; if not, which is the first without a place, and why",
        options, run_mig_place, exit_status);
    add_gpu(*place, options)->required();
    place->add_option("PROFILE", options->words, about_set)->required();

    auto* const next = add_subcommand(
        *mig, "next", "What can still be added to a set of instances; exit status 1 where nothing can",
        options, run_mig_next, exit_status);
    add_gpu(*next, options)->required();
    next->add_option("PROFILE", options->words, about_set);

    auto* const plan = add_subcommand(
        *mig, "plan",
        "The fewest cards for a number of instances, with as many standard layouts as there can be", options,
        run_mig_plan, exit_status);
    add_needs(*plan, options);

    auto* const layouts = add_subcommand(
        *mig, "layouts", "The names that the node label nvidia.com/mig.config may have, and what they cut",
        options, run_mig_layouts, exit_status);
    add_gpu(*layouts, options);

    auto* const config = add_subcommand(
        *mig, "config", "A plan as configuration for mig-parted, with the commands that label the nodes",
        options, run_mig_config, exit_status);
    add_needs(*config, options);
    config->add_option("--cards-per-node", options->cards_per_node, "Cards in each node")
        ->capture_default_str();
    config->add_option("--name", options->name, "What layouts that have no name are called")
        ->capture_default_str();
}

}  // namespace slicegate::cli
