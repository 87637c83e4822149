// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace slicegate::cli {

// One line for the person who has typed it: which command, what is wrong, the nearest word there is, where the
// help stands. `app` is the one that has been parsed, and has thrown `error`.
[[nodiscard]] std::string render_wrong_use(CLI::App const& app, CLI::ParseError const& error);

}  // namespace slicegate::cli
