// SPDX-License-Identifier: Apache-2.0
// Whether the parts of an installation agree: each check reads objects and reports what contradicts the policy, or
// itself. No check reads a file.
#pragma once

#include "cli/lint_part.hpp"
#include "policy/policy.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace slicegate::cli {

struct LintFinding {
    std::string_view check;  // its name, for programs
    std::string file;
    std::size_t line = 1;
    std::string place;  // the field; may be empty
    std::string what;
    std::string why;
    std::string fix;
};

using LintFindings = std::vector<LintFinding>;

// What is wrong with one field of a part; the check's name first.
struct Remark {
    std::string_view check;
    std::string what;
    std::string why;
    std::string fix;
};

void report(LintFindings& findings, Part const& part, std::string_view path, Remark remark);

// One configuration of NVIDIA's device plugin, as far as pools are concerned.
struct PluginConfig {
    Part part;
    std::string name;  // its key in the ConfigMap, which the label nvidia.com/device-plugin.config chooses
    policy::Mechanism mechanism = policy::Mechanism::none;  // none, time_slicing or mps
    std::vector<std::int64_t> replicas;                     // of its resources
    std::string mig_strategy;                               // empty: not said here
};

// What a node says of itself.
struct LintNode {
    struct Taint {
        std::string key;
        std::string value;
        std::string effect;
    };

    std::string name;
    std::vector<policy::Label> labels;
    std::vector<Taint> taints;
};

[[nodiscard]] PluginConfig read_plugin_config(Part const& part, std::string name);
[[nodiscard]] LintNode read_lint_node(Part const& part);

void lint_plugin_config(PluginConfig const& config, policy::Policy const& policy, LintFindings& findings);
void lint_limit_range(Part const& part, policy::Policy const& policy, LintFindings& findings);

// All registrations that were given: one of each kind is wanted.
void lint_registrations(std::vector<Part> const& parts, policy::Policy const& policy, LintFindings& findings);

// The pools of the policy, whose file is `part`, against configurations and nodes; either may be empty.
void lint_pools(
    Part const& part, policy::Policy const& policy, std::vector<PluginConfig> const& configs,
    LintFindings& findings);
void lint_nodes(
    Part const& part, policy::Policy const& policy, std::vector<LintNode> const& nodes,
    LintFindings& findings);

// "timeSlicing with 4 replicas", as a policy has it.
[[nodiscard]] std::string
describe_sharing(policy::Mechanism mechanism, std::vector<std::int64_t> const& replicas);

}  // namespace slicegate::cli
