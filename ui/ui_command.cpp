// SPDX-License-Identifier: Apache-2.0
#include "ui/ui_command.hpp"

#include "cli/load_policy.hpp"
#include "ui/door.hpp"

#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>
#include <string>

namespace slicegate::ui {
namespace {

constexpr int wrong_use = 2;

struct UiOptions {
    std::string listen = "127.0.0.1:8446";
    std::string config;
};

constexpr char const* description =
    "Serve a page on this machine: what a policy says of a manifest, the ways to share a card side by side,\n"
    "what tickets are, which MIG instances fit a card, which models fit them.\n\n"
    "It answers on loopback alone, asks no other host, and is no part of `slicegate serve`.";
constexpr char const* examples =
    "\nExamples:\n"
    "  slicegate ui\n"
    "  slicegate ui --config policy.yaml --listen 127.0.0.1:0\n"
    "\nExit status: 0 ended by Ctrl-C or SIGTERM, 2 wrong use, or the port cannot be "
    "had.";

int run_ui(UiOptions const& options)
{
    auto policy = options.config.empty() ? policy::make_default_policy() : cli::load_policy(options.config);
    if (!policy) {
        cli::print_error(std::cerr, options.config, policy.error().message);
        return wrong_use;
    }
    Answers const answers{*std::move(policy)};
    auto const served = serve_page(options.listen, answers, std::cout);
    if (served)
        return 0;
    std::cerr << "slicegate ui: " << served.error().message << '\n';
    return wrong_use;
}

}  // namespace

void add_ui_command(CLI::App& app, int& exit_status)
{
    auto const options = std::make_shared<UiOptions>();
    auto* const command = app.add_subcommand("ui", description);
    command->add_option("--listen", options->listen, "Loopback address and port; port 0 takes a free one")
        ->type_name("ADDRESS:PORT")
        ->capture_default_str();
    command->add_option("--config", options->config, "Policy file [the policy that is compiled in]")
        ->type_name("FILE");
    command->footer(examples);
    command->callback([options, &exit_status] { exit_status = run_ui(*options); });
}

}  // namespace slicegate::ui
