// SPDX-License-Identifier: Apache-2.0
#include "cli/certs_command.hpp"

#include "cli/run_certs.hpp"

#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>

namespace slicegate::cli {
namespace {

constexpr int max_days = 36500;  // a hundred years: further ends only meet other programs' limits

void add_name_options(CLI::App& command, CertsOptions& options)
{
    command.add_option("--service", options.service, "Service that kube-apiserver calls")
        ->capture_default_str();
    command.add_option("--namespace", options.service_namespace, "Namespace of the Service")
        ->capture_default_str();
    command
        .add_option("--name", options.names, "Further DNS name or IP address of the server; may be repeated")
        ->type_name("DNS|IP")
        ->take_all()
        ->allow_extra_args(false);
    command.add_option("--days", options.days, "Days until the certificate ends")
        ->check(CLI::Range(1, max_days))
        ->capture_default_str();
}

void add_ca_options(CLI::App& command, CertsOptions& options)
{
    command.add_option("--ca-days", options.ca_days, "Days until a new CA ends")
        ->check(CLI::Range(1, max_days))
        ->capture_default_str();
    auto* const certificate =
        command.add_option("--ca-cert", options.ca_certificate, "Sign with this CA instead of a new one")
            ->type_name("FILE");
    auto* const key = command.add_option("--ca-key", options.ca_key, "The key of that CA")->type_name("FILE");
    certificate->needs(key);
    key->needs(certificate);
    auto* const renew = command.add_flag(
        "--renew", options.renew, "Replace what is in --out; the CA trusted so far stays in the bundle");
    command
        .add_option(
            "--previous-ca", options.previous_ca,
            "With --renew: the CA certificates trusted so far [DIR/ca.crt]")
        ->type_name("FILE")
        ->needs(renew);
}

void add_output_options(CLI::App& command, CertsOptions& options)
{
    command.add_option("--out", options.out, "Write ca.crt, ca.key, tls.crt, tls.key; print the caBundle")
        ->type_name("DIR");
    command.add_flag("--secret", options.secret, "Print a Secret manifest instead of the caBundle");
    command.add_option("--secret-name", options.secret_name, "Name of the Secret")->capture_default_str();
    command.add_flag("--force", options.force, "Replace files that are there");
    command
        .add_option(
            "--print-ca-bundle", options.print_ca_bundle,
            "Print the certificates of FILE as a caBundle and make nothing")
        ->type_name("FILE");
}

constexpr char const* description =
    "Make a CA and a serving certificate for a webhook's Service.\n\n"
    "Standard output is one line with the caBundle of the webhook registrations (base64), or with --secret "
    "the\n"
    "manifest of a Secret; messages go to standard error. Keys can be read by their owner alone.";
constexpr char const* examples =
    "\nExamples:\n"
    "  ca_bundle=$(slicegate certs --out certs --name localhost --name 127.0.0.1)\n"
    "  slicegate certs --secret | kubectl apply -f -\n"
    "  slicegate certs --renew --out certs\n"
    "\nExit status: 0 done, 2 wrong use, or a file that cannot be read or written.";

}  // namespace

void add_certs_command(CLI::App& app, int& exit_status)
{
    auto const options = std::make_shared<CertsOptions>();
    CLI::App& command = *app.add_subcommand("certs", description);
    add_name_options(command, *options);
    add_ca_options(command, *options);
    add_output_options(command, *options);
    command.footer(examples);
    command.callback([options, &exit_status] {
        auto const done = run_certs(*options);
        if (done)
            return;
        std::cerr << "slicegate certs: " << done.error().message << "\n";
        exit_status = 2;
    });
}

}  // namespace slicegate::cli
