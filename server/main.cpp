// SPDX-License-Identifier: Apache-2.0
// The composition root: one binary, one subcommand for each thing it can do.
#include "cli/adopt_command.hpp"
#include "cli/advise_command.hpp"
#include "cli/certs_command.hpp"
#include "cli/check_command.hpp"
#include "cli/fit_command.hpp"
#include "cli/install_command.hpp"
#include "cli/mig_command.hpp"
#include "cli/mutate_command.hpp"
#include "cli/policy_command.hpp"
#include "cli/wrong_use.hpp"
#include "server/log.hpp"
#include "server/options.hpp"
#include "server/serve.hpp"
#include "server/version.hpp"
#include "ui/ui_command.hpp"

#include <CLI/CLI.hpp>

#include <exception>
#include <iostream>
#include <memory>
#include <string>

namespace {

constexpr int wrong_use = 2;

void add_serve_command(CLI::App& app, int& exit_status)
{
    auto* const command = app.add_subcommand("serve", "Serve the webhook over HTTPS");
    auto const options = std::make_shared<slicegate::server::ServeOptions>();
    slicegate::server::add_serve_options(*command, *options);
    command->callback([command, options, &exit_status] {
        options->is_log_level_given = command->count("--log-level") > 0;
        auto const served = slicegate::server::serve(*options);
        slicegate::server::flush_logs();
        if (served)
            return;
        // What is wrong with a file begins with its name, as a compiler says it.
        bool const begins_with_file = served.error().code == slicegate::Errc::bad_policy ||
                                      served.error().code == slicegate::Errc::bad_certificate;
        std::cerr << (begins_with_file ? "" : "slicegate serve: ") << served.error().message << '\n';
        exit_status = wrong_use;
    });
}

// Help and version go to stdout; what is wrong is one line on stderr.
int report(CLI::App const& app, CLI::ParseError const& error)
{
    if (error.get_exit_code() == 0)
        return app.exit(error);
    std::cerr << slicegate::cli::render_wrong_use(app, error) << '\n';
    return wrong_use;
}

int run(int argc, char** argv)
{
    int exit_status = 0;
    CLI::App app{"slicegate: an admission webhook for GPU slices", "slicegate"};
    app.set_version_flag("--version", std::string{slicegate::server::version()});
    app.require_subcommand(1);
    add_serve_command(app, exit_status);
    slicegate::cli::add_check_command(app, exit_status);
    slicegate::cli::add_mutate_command(app, exit_status);
    slicegate::cli::add_adopt_command(app, exit_status);
    slicegate::cli::add_mig_command(app, exit_status);
    slicegate::cli::add_fit_command(app, exit_status);
    slicegate::cli::add_advise_command(app, exit_status);
    slicegate::cli::add_certs_command(app, exit_status);
    slicegate::cli::add_install_command(app, exit_status);
    slicegate::cli::add_policy_command(app, exit_status);
    slicegate::ui::add_ui_command(app, exit_status);
    try {
        app.parse(argc, argv);
    } catch (CLI::ParseError const& error) {
        return report(app, error);
    }
    return exit_status;
}

}  // namespace

int main(int argc, char** argv)
{
    try {
        return run(argc, argv);
    } catch (std::exception const& exception) {
        std::cerr << "slicegate: " << exception.what() << '\n';
        return wrong_use;
    }
}
