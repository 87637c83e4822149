// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace slicegate::cli {

// Adds `slicegate policy`. It runs within app.parse(): results on stdout, messages on stderr, and
// `exit_status` is set to 2 if it fails. `exit_status` must live as long as `app`.
void add_policy_command(CLI::App& app, int& exit_status);

// `policy validate`: a line for each file. Exit status 0 where all are valid, otherwise 2.
[[nodiscard]] int
validate_policies(std::vector<std::string> const& files, std::ostream& out, std::ostream& err);

// `policy show`: the policy with every field written out; without a file the compiled-in one.
[[nodiscard]] int show_policy(std::string const& file, std::ostream& out, std::ostream& err);

}  // namespace slicegate::cli
