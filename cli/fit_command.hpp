// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace CLI {
class App;
}

namespace slicegate::cli {

// Adds `slicegate fit`. It runs within app.parse(): results on stdout, messages on stderr, and `exit_status` is
// set: 0 it fits, 1 it does not, 2 wrong use. `exit_status` must live as long as `app`.
void add_fit_command(CLI::App& app, int& exit_status);

}  // namespace slicegate::cli
