// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/run_mig.hpp"

#include <iosfwd>
#include <string>
#include <vector>

namespace slicegate::cli {

struct LintOptions {
    std::vector<std::string> device_plugins;  // files, as all of these; - is standard input
    std::vector<std::string> limit_ranges;
    std::vector<std::string> webhooks;
    std::vector<std::string> nodes;
    std::string config;  // policy file; empty: the compiled-in policy
    Style style = Style::text;
};

// Exit status: 0 all agree, 1 something does not, 2 wrong use or a file that cannot be read.
[[nodiscard]] int run_lint(LintOptions const& options, std::ostream& out, std::ostream& err);

}  // namespace slicegate::cli
