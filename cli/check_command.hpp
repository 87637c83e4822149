// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report.hpp"

#include <iosfwd>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace slicegate::cli {

struct CheckOptions {
    std::vector<std::string> files;
    std::string config;
    std::string namespace_ = "default";
    ReportStyle style;
};

// Adds `slicegate check`. It runs within app.parse() and sets `exit_status`, which must live as long as
// `app`.
void add_check_command(CLI::App& app, int& exit_status);

// Judges files, folders and standard input by the rules of the server. Exit status: 0 where all is admitted,
// 1 where something is refused, 2 where something cannot be read.
[[nodiscard]] int run_check(CheckOptions const& options, std::ostream& out, std::ostream& err);

}  // namespace slicegate::cli
