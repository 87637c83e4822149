// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace slicegate::cli {

struct MutateOptions {
    std::vector<std::string> files;
    std::string config;
    std::string namespace_ = "default";
    bool is_diff = false;
};

// Adds `slicegate mutate`. It runs within app.parse() and sets `exit_status`, which must live as long as
// `app`.
void add_mutate_command(CLI::App& app, int& exit_status);

// Prints manifests as the API server would admit them, or the difference. What is refused is left out and
// told on `err`. Exit status as that of `check`.
[[nodiscard]] int run_mutate(MutateOptions const& options, std::ostream& out, std::ostream& err);

}  // namespace slicegate::cli
