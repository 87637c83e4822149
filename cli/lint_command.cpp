// SPDX-License-Identifier: Apache-2.0
#include "cli/lint_command.hpp"

#include "cli/run_lint.hpp"

#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>

namespace slicegate::cli {

namespace {

constexpr char const* description =
    "Does the installation agree with the policy, and with itself?\n\n"
    "Reads what is installed beside the policy, as files or from kubectl, YAML or JSON; asks no cluster.";
constexpr char const* examples =
    "\nExamples:\n"
    "  kubectl get configmap -n gpu-operator -o json > plugin.json\n"
    "  kubectl get limitrange -A -o json > limits.json\n"
    "  kubectl get mutatingwebhookconfiguration,validatingwebhookconfiguration -o json > webhooks.json\n"
    "  kubectl get nodes -o json > nodes.json\n"
    "  slicegate policy lint --config policy.yaml --device-plugin plugin.json --limitrange limits.json \\\n"
    "    --webhooks webhooks.json --nodes nodes.json\n"
    "\nExit status: 0 all agree, 1 something does not, 2 wrong use, or something cannot be read.";

void add_files(CLI::App& command, char const* name, std::vector<std::string>& files, char const* about)
{
    command.add_option(name, files, about)->type_name("FILE");
}

}  // namespace

void add_lint_command(CLI::App& policy_command, int& exit_status)
{
    auto* const command = policy_command.add_subcommand("lint", description);
    auto const options = std::make_shared<LintOptions>();
    auto const format = std::make_shared<std::string>("text");
    add_files(
        *command, "--device-plugin", options->device_plugins,
        "NVIDIA's device plugin: its configuration, or the ConfigMap that holds it; - is standard input");
    add_files(*command, "--limitrange", options->limit_ranges, "LimitRanges of the namespaces");
    add_files(
        *command, "--webhooks", options->webhooks,
        "The mutating and validating webhook configurations; others than slicegate's are passed over");
    add_files(*command, "--nodes", options->nodes, "The nodes, with their labels and taints");
    command->add_option("--config", options->config, "Policy file [the policy that is compiled in]")
        ->type_name("FILE");
    command->add_option("-o,--output", *format, "text or json")
        ->check(CLI::IsMember({"text", "json"}))
        ->type_name("FORMAT")
        ->capture_default_str();
    command->footer(examples);
    command->callback([options, format, &exit_status] {
        options->style = *format == "json" ? Style::json : Style::text;
        exit_status = run_lint(*options, std::cout, std::cerr);
    });
}

}  // namespace slicegate::cli
