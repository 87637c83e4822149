// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/error.hpp"
#include "sizing/plan.hpp"

#include <string>
#include <vector>

namespace slicegate::cli {

// Nodes that are labelled alike.
struct MigNodes {
    unsigned count = 0;
    std::string label;                                       // the value of nvidia.com/mig.config
    std::vector<std::vector<sizing::ProfileCount>> devices;  // by the index of the card
    bool is_standard = false;                                // the label's name needs no configuration
};

struct MigConfig {
    std::vector<MigNodes> nodes;
    std::string yaml;                   // mig-parted's configuration with all names that the nodes use
    std::vector<std::string> commands;  // for a shell
};

// Puts a plan's cards on nodes with `cards_per_node` cards, alike ones together. Errors: Errc::bad_option where
// the number or the name is none that Kubernetes and mig-parted take.
[[nodiscard]] Result<MigConfig>
make_mig_config(sizing::Plan const& plan, unsigned cards_per_node, std::string const& name);

// The YAML with the commands in comments before it.
[[nodiscard]] std::string render_config(MigConfig const& config);

}  // namespace slicegate::cli
