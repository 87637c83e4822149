// SPDX-License-Identifier: Apache-2.0
#include "cli/advise_command.hpp"

#include "cli/run_advise.hpp"
#include "cli/run_teams.hpp"

#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>

namespace slicegate::cli {

namespace {

constexpr char const* description =
    "Time-slicing, MPS, MIG, vGPU or whole cards: which does, why, and what to configure.\n\n"
    "Goes by what tenants need of each other and by the card; asks no card and no cluster.";
constexpr char const* examples =
    "\nExamples:\n"
    "  slicegate advise --gpu h100-sxm --tenants 4 --memory 16 --isolation fault\n"
    "  slicegate advise --gpu l4 --cards 2 --tenants 8 --write ./pool\n"
    "  slicegate advise --teams teams.yaml --gpu h100-sxm\n"
    "\nExit status: 0 a mechanism does, 1 none does with these cards, 2 wrong use.";

void add_needs(CLI::App& command, AdviseOptions& options)
{
    command.add_option("--gpu", options.gpu, "The card, by key or product label")->type_name("CARD");
    command.add_option("--cards", options.cards, "How many cards there are")->capture_default_str();
    command.add_option("--tenants", options.tenants, "How many share them, all alike")->capture_default_str();
    command
        .add_option(
            "--memory", options.memory_gib, "GiB that each tenant needs; slicegate fit tells a model's")
        ->type_name("GIB");
    command
        .add_option(
            "--isolation", options.isolation,
            "What tenants are kept from: none, memory (a neighbour that takes too much), fault (its crash "
            "too)")
        ->check(CLI::IsMember({"none", "memory", "fault"}))
        ->type_name("WORD")
        ->capture_default_str();
    command
        .add_option(
            "--latency", options.latency,
            "any (may wait for others' turns), low (not for turns), steady (bandwidth of its own too)")
        ->check(CLI::IsMember({"any", "low", "steady"}))
        ->type_name("WORD")
        ->capture_default_str();
    command.add_flag("--virtual-machines", options.has_virtual_machines, "Tenants are virtual machines");
}

}  // namespace

void add_advise_command(CLI::App& app, int& exit_status)
{
    auto* const command = app.add_subcommand("advise", description);
    auto const options = std::make_shared<AdviseOptions>();
    auto const format = std::make_shared<std::string>("text");
    auto const is_renamed = std::make_shared<bool>(false);
    add_needs(*command, *options);
    auto const teams = std::make_shared<std::string>();
    command
        ->add_option(
            "--teams", *teams,
            "Lay out a pool for the teams of this file, with production on MIG and development on shared "
            "cards; "
            "--gpu alone goes with it")
        ->type_name("FILE");
    command->add_flag("--rename", *is_renamed, "Replicas are called nvidia.com/gpu.shared");
    command
        ->add_option(
            "--write", options->folder, "Write device-plugin.yaml, policy.yaml and nodes.sh into this folder")
        ->type_name("FOLDER");
    command->add_option("-o,--output", *format, "text, json, or yaml: the configuration alone")
        ->check(CLI::IsMember({"text", "json", "yaml"}))
        ->type_name("FORMAT")
        ->capture_default_str();
    command->footer(examples);
    command->callback([options, format, is_renamed, teams, &exit_status] {
        if (!teams->empty() && (*format != "text" || !options->folder.empty())) {
            std::cerr
                << "slicegate advise: --teams prints text, and writes no files: leave -o and --write out\n";
            exit_status = 2;
            return;
        }
        if (!teams->empty()) {
            exit_status = run_teams(*teams, options->gpu, std::cout, std::cerr);
            return;
        }
        options->style = *format == "json"   ? AdviceStyle::json
                         : *format == "yaml" ? AdviceStyle::yaml
                                             : AdviceStyle::text;
        options->naming = *is_renamed ? Naming::shared : Naming::same;
        exit_status = run_advise(*options, std::cout, std::cerr);
    });
}

}  // namespace slicegate::cli
