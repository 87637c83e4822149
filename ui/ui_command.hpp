// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace CLI {
class App;
}

namespace slicegate::ui {

// `slicegate ui`. exit_status: 0 ended by a signal, 2 wrong use.
void add_ui_command(CLI::App& app, int& exit_status);

}  // namespace slicegate::ui
