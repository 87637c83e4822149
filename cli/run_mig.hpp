// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace slicegate::cli {

enum class Style { text, json };

struct MigOptions {
    std::string gpu;                 // empty: all, where a command takes that
    std::vector<std::string> words;  // profiles, or what is needed
    Style style = Style::text;
    unsigned cards_per_node = 8;
    std::string name = "slicegate";  // what layouts of one's own are called
};

// Each prints to `out`, or what is wrong to `err`. Exit status: 0 it fits, 1 it does not, 2 wrong use.
[[nodiscard]] int run_mig_list(MigOptions const& options, std::ostream& out, std::ostream& err);
[[nodiscard]] int run_mig_place(MigOptions const& options, std::ostream& out, std::ostream& err);
[[nodiscard]] int run_mig_next(MigOptions const& options, std::ostream& out, std::ostream& err);
[[nodiscard]] int run_mig_plan(MigOptions const& options, std::ostream& out, std::ostream& err);
[[nodiscard]] int run_mig_layouts(MigOptions const& options, std::ostream& out, std::ostream& err);
[[nodiscard]] int run_mig_config(MigOptions const& options, std::ostream& out, std::ostream& err);

}  // namespace slicegate::cli
