// SPDX-License-Identifier: Apache-2.0
#include "cli/install_command.hpp"

#include "cli/run_install.hpp"

#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>

namespace slicegate::cli {
namespace {

constexpr int max_days = 36500;  // as `slicegate certs`
constexpr int max_replicas = 100;

void add_cluster_options(CLI::App& command, InstallOptions& options)
{
    command.add_option("--namespace", options.namespace_, "Namespace of its own for slicegate")
        ->capture_default_str();
    command.add_option("--image", options.image, "Image of slicegate, with its tag")->type_name("REFERENCE");
    command.add_option("--replicas", options.replicas, "How many of them [2]")
        ->check(CLI::Range(1, max_replicas));
    command
        .add_option("--config", options.config, "Policy file; - is standard input [the compiled-in policy]")
        ->type_name("FILE");
    command
        .add_option(
            "--kubernetes", options.kubernetes,
            "Version of the API server. Below 1.36 the webhook keeps pods off pools with reserved: hard")
        ->type_name("VERSION");
    command.add_flag(
        "--audit-only", options.audit_only, "No rule refuses and no pod waits: see first what would happen");
}

void add_certificate_options(CLI::App& command, InstallOptions& options)
{
    command.add_option("--days", options.days, "Days until the certificate ends")
        ->check(CLI::Range(1, max_days))
        ->capture_default_str();
    command.add_option("--ca-days", options.ca_days, "Days until its CA ends")
        ->check(CLI::Range(1, max_days))
        ->capture_default_str();
    command
        .add_option(
            "--renew", options.previous_ca,
            "Renew the certificate. FILE holds the CA trusted so far: a registration as kubectl prints it, "
            "or PEM; - "
            "is standard input")
        ->type_name("FILE")
        ->expected(0, 1)
        ->trigger_on_parse(false);
    command.add_option("--previous-ca", options.previous_ca, "The same FILE, said apart from --renew")
        ->type_name("FILE")
        ->needs("--renew");
}

constexpr char const* description =
    "Print a whole installation for kubectl apply -f -: namespace, policy, Deployment, registrations and a\n"
    "certificate made here; no cert-manager is needed. The CA's key is printed nowhere.";
constexpr char const* examples =
    "\nExamples:\n"
    "  slicegate install --image registry.example.com/platform/slicegate:0.1.0 | kubectl apply -f -\n"
    "  slicegate install --config policy.yaml --audit-only | kubectl apply -f -\n"
    "  kubectl get validatingwebhookconfiguration slicegate -o json | slicegate install --renew - | kubectl "
    "apply -f -\n"
    "\nExit status: 0 done, 2 wrong use, or a file that cannot be read. Nothing is printed then.";

}  // namespace

void add_install_command(CLI::App& app, int& exit_status)
{
    auto const options = std::make_shared<InstallOptions>();
    CLI::App& command = *app.add_subcommand("install", description);
    add_cluster_options(command, *options);
    add_certificate_options(command, *options);
    command.footer(examples);
    command.callback([&command, options, &exit_status] {
        options->renew = command.count("--renew") > 0;
        auto const done = run_install(*options, std::cout, std::cerr);
        if (done)
            return;
        std::cerr << "slicegate install: " << done.error().message << "\n";
        exit_status = 2;
    });
}

}  // namespace slicegate::cli
