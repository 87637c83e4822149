// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace CLI {
class App;
}

namespace slicegate::cli {

// Adds `slicegate install`. It runs within app.parse(): manifests on stdout, messages on stderr, and `exit_status` is
// set to 2 if it fails. `exit_status` must live as long as `app`.
void add_install_command(CLI::App& app, int& exit_status);

}  // namespace slicegate::cli
