// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/run_fit.hpp"
#include "policy/error.hpp"

#include <string>
#include <vector>

namespace slicegate::cli {

enum class Use { production, development };

// A team's model, and how often it runs.
struct Team {
    std::string name;
    Use use = Use::production;
    FitOptions load;
    unsigned instances = 1;
    std::string place;  // "12: teams[3]", for messages
};

struct Teams {
    std::string gpu;
    std::vector<Team> teams;
};

// Reads a file (YAML or JSON, - is standard input): gpu, and under teams name, use, model, dtype, kvDtype, context,
// sequences and instances. Error: Errc::io or Errc::bad_object, with line, field and the nearest word.
[[nodiscard]] Result<Teams> read_teams(std::string const& file);

}  // namespace slicegate::cli
