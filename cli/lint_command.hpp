// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace CLI {
class App;
}

namespace slicegate::cli {

// Adds `lint` to `slicegate policy`. It runs within parse(): findings on stdout, messages on stderr, and
// `exit_status` is set: 0 all agree, 1 something does not, 2 wrong use or unreadable. `exit_status` must live as
// long as the app.
void add_lint_command(CLI::App& policy_command, int& exit_status);

}  // namespace slicegate::cli
