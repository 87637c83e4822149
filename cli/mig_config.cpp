// SPDX-License-Identifier: Apache-2.0
#include "cli/mig_config.hpp"

#include "policy/kubernetes_names.hpp"
#include "policy/text.hpp"

#include <algorithm>

namespace slicegate::cli {

namespace {

using sizing::ProfileCount;

constexpr unsigned most_cards_per_node = 16;  // no server has more

constexpr std::size_t longest_name = 55;  // a label's value has 63 bytes, and a number follows

// One node's cards; `layout` where all of them have it.
struct Node {
    std::vector<std::vector<ProfileCount>> devices;
    std::string layout;
};

bool is_same(std::vector<ProfileCount> const& a, std::vector<ProfileCount> const& b)
{
    return std::ranges::equal(a, b, [](ProfileCount const& x, ProfileCount const& y) {
        return x.profile == y.profile && x.count == y.count;
    });
}

bool is_same(Node const& a, MigNodes const& b)
{
    return std::ranges::equal(
        a.devices, b.devices, [](auto const& x, auto const& y) { return is_same(x, y); });
}

std::vector<Node> fill_nodes(sizing::Plan const& plan, unsigned cards_per_node)
{
    std::vector<Node> nodes;
    for (sizing::PlannedCards const& group : plan.groups)
        for (unsigned i = 0; i < group.count; ++i) {
            if (nodes.empty() || nodes.back().devices.size() == cards_per_node)
                nodes.push_back({.devices = {}, .layout = group.layout});
            nodes.back().devices.push_back(group.devices);
            if (nodes.back().layout != group.layout)
                nodes.back().layout.clear();
        }
    return nodes;
}

std::vector<MigNodes> label_nodes(std::vector<Node> const& nodes, std::string const& name)
{
    std::vector<MigNodes> labelled;
    unsigned own = 0;
    for (Node const& node : nodes) {
        auto const known =
            std::ranges::find_if(labelled, [&](MigNodes const& other) { return is_same(node, other); });
        if (known != labelled.end()) {
            ++known->count;
            continue;
        }
        bool const is_standard = !node.layout.empty();
        labelled.push_back(
            {.count = 1,
             .label = is_standard ? node.layout : name + '-' + std::to_string(++own),
             .devices = node.devices,
             .is_standard = is_standard});
    }
    return labelled;
}

// One entry of mig-configs: the cards `devices`, which are cut alike.
std::string render_entry(std::string const& devices, std::vector<ProfileCount> const& cut)
{
    std::string out = "    - devices: " + devices + "\n      mig-enabled: true\n      mig-devices:\n";
    for (auto const& [profile, count] : cut)
        out += "        \"" + std::string(profile->name) + "\": " + std::to_string(count) + '\n';
    return out;
}

std::string render_own(MigNodes const& nodes)
{
    std::string out;
    for (std::size_t first = 0; first < nodes.devices.size();) {
        std::string devices = "[" + std::to_string(first);
        std::size_t next = first + 1;
        for (; next < nodes.devices.size() && is_same(nodes.devices[next], nodes.devices[first]); ++next)
            devices += ", " + std::to_string(next);
        out += render_entry(devices + ']', nodes.devices[first]);
        first = next;
    }
    return out;
}

std::string render_yaml(std::vector<MigNodes> const& nodes)
{
    std::string out =
        "version: v1\nmig-configs:\n  all-disabled:\n    - devices: all\n      mig-enabled: false\n";
    std::vector<std::string> names;
    for (MigNodes const& group : nodes) {
        if (std::ranges::find(names, group.label) != names.end())
            continue;  // two nodes of one layout, one of them not full
        names.push_back(group.label);
        out += "  " + group.label + ":\n";
        out += group.is_standard ? render_entry("all", group.devices.front()) : render_own(group);
    }
    return out;
}

std::vector<std::string> list_commands(std::vector<MigNodes> const& nodes, std::string const& name)
{
    std::vector<std::string> commands;
    if (!std::ranges::all_of(nodes, &MigNodes::is_standard)) {
        commands.push_back(
            "kubectl create configmap " + name + "-mig --namespace gpu-operator --from-file=config.yaml");
        commands.push_back(
            "kubectl patch clusterpolicies.nvidia.com/cluster-policy --type merge --patch "
            R"('{"spec": {"migManager": {"config": {"name": ")" +
            name + R"(-mig"}}}}')");
    }
    unsigned number = 0;
    for (MigNodes const& group : nodes)
        for (unsigned i = 0; i < group.count; ++i)
            commands.push_back(
                "kubectl label node NODE-" + std::to_string(++number) +
                " nvidia.com/mig.config=" + group.label + " --overwrite");
    return commands;
}

}  // namespace

Result<MigConfig> make_mig_config(sizing::Plan const& plan, unsigned cards_per_node, std::string const& name)
{
    if (cards_per_node == 0 || cards_per_node > most_cards_per_node)
        return Error{
            Errc::bad_option, "--cards-per-node " + std::to_string(cards_per_node) + ": must be from 1 to " +
                                  std::to_string(most_cards_per_node)};
    if (!policy::is_dns1123_label(name) || name.size() > longest_name || name.starts_with("all-"))
        return Error{
            Errc::bad_option,
            "--name " + policy::quoted(name) +
                ": must be small letters, digits and hyphens, 55 at most, and not begin with all-, as the "
                "names that mig-parted ships do"};
    MigConfig config;
    config.nodes = label_nodes(fill_nodes(plan, cards_per_node), name);
    config.yaml = render_yaml(config.nodes);
    config.commands = list_commands(config.nodes, name);
    return config;
}

std::string render_config(MigConfig const& config)
{
    std::string out;
    if (std::ranges::all_of(config.nodes, &MigNodes::is_standard))
        out += "# Every node has a layout that mig-parted knows by name: label the nodes, nothing else is "
               "needed.\n";
    else
        out += "# As config.yaml for the MIG manager. It takes the place of the names that are built in, so "
               "those\n"
               "# that these nodes use are listed too.\n";
    out += "#\n";
    for (std::string const& command : config.commands)
        out += "#   " + command + '\n';
    return out + config.yaml;
}

}  // namespace slicegate::cli
