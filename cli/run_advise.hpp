// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/advice_files.hpp"

#include <iosfwd>
#include <optional>
#include <string>

namespace slicegate::cli {

enum class AdviceStyle { text, json, yaml };

struct AdviseOptions {
    std::string gpu;
    unsigned cards = 1;
    unsigned tenants = 1;
    std::string isolation = "none";
    std::string latency = "any";
    std::optional<double> memory_gib;
    bool has_virtual_machines = false;
    Naming naming = Naming::same;
    std::string folder;  // where files are written; empty: nowhere
    AdviceStyle style = AdviceStyle::text;
};

// Exit status: 0 a mechanism does, 1 none with these cards, 2 wrong use or a file that cannot be written.
[[nodiscard]] int run_advise(AdviseOptions const& options, std::ostream& out, std::ostream& err);

}  // namespace slicegate::cli
