// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>

namespace CLI {
class App;
}

namespace slicegate::cli {

struct AdoptOptions {
    std::string file;  // "-" is standard input
    std::string config;
};

// Adds `slicegate adopt`. It runs within app.parse() and sets `exit_status`, which must live as long as
// `app`.
void add_adopt_command(CLI::App& app, int& exit_status);

// Reads pods and nodes of a cluster; writes to `out` the command that labels each GPU pod without the access
// label, and nothing else, and to `err` where the promise is broken. Exit status: 0 where it is kept, 1 where
// it is not, 2 where something cannot be read.
[[nodiscard]] int run_adopt(AdoptOptions const& options, std::ostream& out, std::ostream& err);

}  // namespace slicegate::cli
