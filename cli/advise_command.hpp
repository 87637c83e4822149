// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace CLI {
class App;
}

namespace slicegate::cli {

// Adds `slicegate advise`. It runs within app.parse(): results on stdout, messages on stderr, and `exit_status` is
// set: 0 a mechanism does, 1 none does, 2 wrong use. `exit_status` must live as long as `app`.
void add_advise_command(CLI::App& app, int& exit_status);

}  // namespace slicegate::cli
