// SPDX-License-Identifier: Apache-2.0
#include "cli/check_command.hpp"

#include "cli/check_files.hpp"
#include "cli/examine_files.hpp"
#include "cli/load_policy.hpp"
#include "cli/terminal.hpp"

#include <CLI/CLI.hpp>

#include <iostream>
#include <map>
#include <memory>

namespace slicegate::cli {

namespace {

constexpr char const* description =
    "Judge manifests by the rules of the server, without one.\n\n"
    "FILE is YAML or JSON with any number of documents, Lists or AdmissionReviews; a folder stands for all\n"
    "*.yaml, *.yml and *.json below it; - is standard input. Each object is judged as if it were created "
    "now.";
constexpr char const* examples = "\nExamples:\n"
                                 "  slicegate check deploy/\n"
                                 "  helm template my-chart | slicegate check --namespace team-a -\n"
                                 "  kubectl get pods,deployments,jobs -A -o json | slicegate check -\n"
                                 "  slicegate check -o github --config policy.yaml manifests/\n"
                                 "\nExit status: 0 nothing is refused (warnings are no refusal), 1 something "
                                 "is, 2 wrong use, or something\n"
                                 "cannot be read.";

std::map<std::string, ReportFormat> const formats{
    {"text", ReportFormat::text},
    {"json", ReportFormat::json},
    {"sarif", ReportFormat::sarif},
    {"github", ReportFormat::github}};

}  // namespace

int run_check(CheckOptions const& options, std::ostream& out, std::ostream& err)
{
    auto const policy = options.config.empty() ? policy::make_default_policy() : load_policy(options.config);
    if (!policy) {
        print_error(err, options.config, policy.error().message);
        return 2;
    }
    Report report(options.style, out, err);
    auto const counts = check_files(options.files, *policy, options.namespace_, report);
    report.finish(counts);
    if (!out) {
        err << "slicegate check: standard output cannot be written\n";
        return 2;
    }
    return exit_status_of(counts);
}

void add_check_command(CLI::App& app, int& exit_status)
{
    auto const options = std::make_shared<CheckOptions>();
    auto const format = std::make_shared<std::string>("text");
    auto* const command = app.add_subcommand("check", description);
    command->add_option("FILE", options->files, "Manifests: files, folders, or - for standard input")
        ->required();
    command->add_option("-o,--output", *format, "text, json, sarif or github")
        ->check(CLI::IsMember(formats))
        ->type_name("FORMAT")
        ->capture_default_str();
    command->add_option("--config", options->config, "Policy file [the policy that is compiled in]")
        ->type_name("FILE");
    command->add_option("--namespace,-n", options->namespace_, "Namespace of objects that do not say theirs")
        ->type_name("NAME")
        ->capture_default_str();
    command->add_flag("-q,--quiet", options->style.is_quiet, "Refusals and errors alone");
    command->footer(examples);
    command->callback([options, format, &exit_status] {
        options->style.format = formats.at(*format);
        options->style.has_colour = wants_colour();
        exit_status = run_check(*options, std::cout, std::cerr);
    });
}

}  // namespace slicegate::cli
