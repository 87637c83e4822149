// SPDX-License-Identifier: Apache-2.0
// NVIDIA's device plugin by its own words: api/config/v1 (sharing.go, replicas.go, config.go), internal/rm and
// cmd/mps-control-daemon of NVIDIA/k8s-device-plugin v0.20.0.
#include "cli/columns.hpp"
#include "cli/lint.hpp"
#include "policy/gpu_group.hpp"
#include "policy/kubernetes_names.hpp"
#include "policy/nearest.hpp"
#include "policy/text.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace slicegate::cli {

namespace {

using nlohmann::json;
using policy::Mechanism;

constexpr std::int64_t most_mps_clients = 48;       // of compute capability 7.5 and later; 16 before
constexpr std::size_t longest_resource_name = 63;   // replicas.go
constexpr std::string_view vendor = "nvidia.com/";  // put before names without it

struct Context {
    PluginConfig const& config;
    policy::Policy const& policy;
    LintFindings& findings;

    void add(std::string const& path, Remark remark) const
    {
        report(findings, config.part, path, std::move(remark));
    }
};

// The block that counts: mps where both are there.
json const* find_block(json const& config, Mechanism mechanism)
{
    return find_field(config, {"sharing", mechanism == Mechanism::mps ? "mps" : "timeSlicing"});
}

std::string path_of(Mechanism mechanism)
{
    return mechanism == Mechanism::mps ? "sharing.mps" : "sharing.timeSlicing";
}

bool is_true(json const& value, std::string_view key)
{
    auto const* const field = find_field(value, key);
    return field != nullptr && field->is_boolean() && field->get<bool>();
}

void check_known(
    Context const& context, json const& value, std::string const& path,
    std::span<std::string_view const> known)
{
    if (!value.is_object())
        return;
    for (auto const& [key, ignored] : value.items()) {
        if (std::ranges::find(known, key) != known.end())
            continue;
        auto const near = policy::nearest(key, known);
        std::string at = path;
        policy::append_path_key(at, key);
        context.add(
            at, {"unknown-field", "is no field that the device plugin reads",
                 "it passes over what it does not know, so what was meant here does not happen",
                 near.empty() ? "take it out; there are " + join_words({known.begin(), known.end()})
                              : "write " + std::string(near)});
    }
}

void check_more_than_one(Context const& context, json const& block, std::string const& path)
{
    if (is_true(block, "failRequestsGreaterThanOne"))
        return;
    bool const is_mps = context.config.mechanism == Mechanism::mps;
    bool const is_set = find_field(block, "failRequestsGreaterThanOne") != nullptr;
    if (is_mps && !is_set)
        return;  // every version refuses then
    context.add(
        path + ".failRequestsGreaterThanOne",
        {"fail-requests", is_set ? "is false" : "is not set",
         is_mps ? "plugins from v0.20.0 on then hand several replicas to one container, which are no more "
                  "than one"
                : "a container may then take several replicas, which give it no more memory and no more time "
                  "than one; slicegate refuses that where it is asked, the plugin refuses it everywhere",
         "set it to true"});
}

void check_replicas(Context const& context, json const& resource, std::string const& path)
{
    auto const* const replicas = find_field(resource, "replicas");
    bool const is_number = replicas != nullptr && replicas->is_number_integer();
    auto const count = is_number ? replicas->get<std::int64_t>() : 0;
    if (!is_number || count < 2)
        return context.add(
            path + ".replicas",
            {"replicas", replicas == nullptr ? "is missing" : "is " + show(*replicas),
             "the plugin takes less than 2 for a mistake and does not start, so its nodes advertise no GPU",
             "write 2 or more, or take the entry out for cards that are not shared"});
    if (context.config.mechanism == Mechanism::mps && count > most_mps_clients)
        context.add(
            path + ".replicas", {"mps", "is " + std::to_string(count) + ", more than MPS takes",
                                 "a card has at most 48 clients from compute capability 7.5 on, 16 before; "
                                 "the plugin refuses more",
                                 "write 48 or less, or share by timeSlicing"});
}

void check_ignored(Context const& context, json const& resource, std::string const& path)
{
    if (auto const* const rename = find_field(resource, "rename"))
        context.add(
            path + ".rename",
            {"ignored-field", "is " + show(*rename) + ", which the plugin ignores with a warning",
             "the resource keeps its name, or has .shared behind it with renameByDefault; pods that ask for "
             "another wait for ever",
             "take it out, and set renameByDefault: true where the name shall tell that cards are shared"});
    auto const* const devices = find_field(resource, "devices");
    if (devices != nullptr && *devices != json("all"))
        context.add(
            path + ".devices",
            {"ignored-field", "is " + show(*devices) + ", which the plugin ignores with a warning",
             "all cards of the node are shared, whatever is listed here", "take it out, or write all"});
}

// What the resource is called on nodes.
std::string advertised_name(json const& block, json const& resource)
{
    std::string name = text_of(resource, "name");
    if (!name.starts_with(vendor))
        name.insert(0, vendor);
    return is_true(block, "renameByDefault") ? name + ".shared" : name;
}

void check_counted(Context const& context, json const& block, json const& resource, std::string const& path)
{
    std::string const name = advertised_name(block, resource);
    if (!policy::is_extended_resource_name(name) || name.size() > longest_resource_name)
        return context.add(
            path + ".name",
            {"resource-name", "becomes " + policy::quoted(name) + ", which is no resource name",
             "the plugin does not start", "write the name of a resource, such as nvidia.com/gpu"});
    auto const group = policy::find_gpu_group(context.policy, name);
    if (!group)
        return context.add(
            path + ".name",
            {"uncounted-resource", "nodes advertise " + name + ", which no group of the policy counts",
             "pods that ask for it are no GPU pods for slicegate: no rule, no label and no placement for "
             "them",
             "list " + name + " under spec.gpus of the policy"});
    if (!context.policy.gpus[*group].max_per_pod)
        context.add(
            path + ".name",
            {"uncounted-resource", "shares " + name + ", of which the policy lets a pod take any number",
             "the plugin looks at one container at a time, so two containers of a pod may hold two replicas",
             "give the group of spec.gpus that has it maxPerPod: 1"});
}

void check_mps(Context const& context, json const& resource, std::string const& path)
{
    if (context.config.mechanism == Mechanism::mps &&
        text_of(resource, "name").find("mig-") != std::string::npos)
        context.add(
            path + ".name",
            {"mps", "is a MIG instance", "MPS shares whole cards; the plugin cannot share instances by it",
             "share instances by timeSlicing, or cards without MIG by mps"});
}

void check_resources(Context const& context, json const& block, std::string const& path)
{
    constexpr std::array<std::string_view, 4> known = {"name", "rename", "devices", "replicas"};
    auto const* const resources = find_field(block, "resources");
    if (resources == nullptr || !resources->is_array() || resources->empty())
        return context.add(
            path + ".resources",
            {"replicas", "lists nothing", "the plugin does not start",
             "list what is shared, such as {name: nvidia.com/gpu, replicas: 4}, or take the block out"});
    for (std::size_t i = 0; i < resources->size(); ++i) {
        json const& resource = (*resources)[i];
        std::string const at = path + ".resources[" + std::to_string(i) + ']';
        check_known(context, resource, at, known);
        check_replicas(context, resource, at);
        check_ignored(context, resource, at);
        check_mps(context, resource, at);
        check_counted(context, block, resource, at);
    }
}

void check_whole(Context const& context, json const& config)
{
    constexpr std::array<std::string_view, 6> known = {"version", "flags", "resources",
                                                       "sharing", "imex",  "health"};
    constexpr std::array<std::string_view, 2> mechanisms = {"timeSlicing", "mps"};
    for (auto const& [key, ignored] : config.items())
        if (std::ranges::find(known, key) == known.end() && !policy::nearest(key, known).empty())
            context.add(
                key, {"unknown-field", "is no field that the device plugin reads", "it is passed over",
                      "write " + std::string(policy::nearest(key, known))});
    if (auto const* const version = find_field(config, "version");
        version != nullptr && *version != json("v1"))
        context.add(
            "version", {"unknown-field", "is " + show(*version),
                        "the plugin knows v1 alone and does not start", "write v1"});
    if (auto const* const resources = find_field(config, "resources");
        resources != nullptr && !resources->empty())
        context.add(
            "resources",
            {"ignored-field", "is there, and the plugin ignores it with a warning",
             "resources keep the names that the plugin gives them; pods that ask for others wait for ever",
             "take it out"});
    if (auto const* const sharing = find_field(config, "sharing")) {
        check_known(context, *sharing, "sharing", mechanisms);
        if (find_field(*sharing, "timeSlicing") != nullptr && find_field(*sharing, "mps") != nullptr)
            context.add(
                "sharing",
                {"both-mechanisms", "has timeSlicing and mps", "a node has one of them: mps counts",
                 "take one out; other nodes can have another configuration"});
    }
}

}  // namespace

void lint_plugin_config(PluginConfig const& config, policy::Policy const& policy, LintFindings& findings)
{
    constexpr std::array<std::string_view, 3> known = {
        "renameByDefault", "failRequestsGreaterThanOne", "resources"};
    Context const context{.config = config, .policy = policy, .findings = findings};
    check_whole(context, config.part.value());
    if (config.mechanism == Mechanism::none)
        return;
    json const& block = *find_block(config.part.value(), config.mechanism);
    std::string const path = path_of(config.mechanism);
    check_known(context, block, path, known);
    check_more_than_one(context, block, path);
    check_resources(context, block, path);
    if (config.mechanism == Mechanism::mps && config.mig_strategy == "mixed")
        context.add(
            "flags.migStrategy", {"mps", "is mixed beside sharing.mps", "the plugin does not start with both",
                                  "give nodes with MPS a configuration of their own with migStrategy: none"});
}

}  // namespace slicegate::cli
