// SPDX-License-Identifier: Apache-2.0
#include "cli/policy_command.hpp"

#include "cli/lint_command.hpp"
#include "cli/load_policy.hpp"
#include "policy/policy_file.hpp"
#include "policy/policy_schema.hpp"
#include "policy/render_policy.hpp"

#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>

namespace slicegate::cli {

namespace {

constexpr int unreadable = 2;

}  // namespace

int validate_policies(std::vector<std::string> const& files, std::ostream& out, std::ostream& err)
{
    int status = 0;
    for (std::string const& file : files) {
        auto const policy = load_policy(file);
        if (policy) {
            out << file << ": valid\n";
        } else {
            print_error(err, file, policy.error().message);
            status = unreadable;
        }
    }
    return status;
}

int show_policy(std::string const& file, std::ostream& out, std::ostream& err)
{
    auto const policy = file.empty() ? policy::make_default_policy() : load_policy(file);
    if (!policy) {
        print_error(err, file, policy.error().message);
        return unreadable;
    }
    out << policy::render_policy(*policy);
    return 0;
}

void add_policy_command(CLI::App& app, int& exit_status)
{
    auto* const command = app.add_subcommand(
        "policy",
        "Check a policy file, or an installation against it; show what it comes to, or print its schema");
    command->require_subcommand(1);

    auto const files = std::make_shared<std::vector<std::string>>();
    auto* const validate =
        command->add_subcommand("validate", "Check policy files; exit status 2 if one is wrong");
    validate->add_option("FILE", *files, "Policy files; - is standard input")->required();
    validate->callback(
        [files, &exit_status] { exit_status = validate_policies(*files, std::cout, std::cerr); });

    auto const file = std::make_shared<std::string>();
    auto* const show = command->add_subcommand("show", "Print a policy with its defaults filled in");
    show->add_option("FILE", *file, "A policy file; - is standard input; without it the compiled-in policy");
    show->callback([file, &exit_status] { exit_status = show_policy(*file, std::cout, std::cerr); });

    add_lint_command(*command, exit_status);

    auto* const schema =
        command->add_subcommand("schema", "Print the JSON Schema of the policy file, for editors");
    schema->callback([] { std::cout << policy::render_policy_schema(); });
}

}  // namespace slicegate::cli
