// SPDX-License-Identifier: Apache-2.0
#include "cli/advice_files.hpp"

#include "cli/write_yaml.hpp"
#include "policy/policy_words.hpp"
#include "sizing/layouts.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace slicegate::cli {

namespace {

using nlohmann::ordered_json;
using policy::Mechanism;
using sizing::Choice;
using sizing::Needs;

bool has_replicas(Choice const& choice)
{
    return choice.mechanism == Mechanism::time_slicing || choice.mechanism == Mechanism::mps;
}

bool is_mig(Choice const& choice)
{
    return choice.mechanism == Mechanism::mig_single;
}

std::string word_of(Mechanism mechanism)
{
    return std::string(policy::mechanism_words[static_cast<std::size_t>(mechanism) - 1]);
}

std::string pool_of(Choice const& choice)
{
    return choice.mechanism == Mechanism::none ? "dedicated" : "shared";
}

// What the configuration is called: a value of the label nvidia.com/device-plugin.config.
std::string name_of_config(Choice const& choice)
{
    if (choice.mechanism == Mechanism::time_slicing)
        return "time-slicing-" + std::to_string(choice.replicas);
    if (choice.mechanism == Mechanism::mps)
        return "mps-" + std::to_string(choice.replicas);
    return is_mig(choice) ? "mig" : "whole";
}

std::string render_device_plugin(Choice const& choice, Naming naming)
{
    ordered_json config = {
        {"version", "v1"}, {"flags", {{"migStrategy", is_mig(choice) ? "single" : "none"}}}};
    if (has_replicas(choice))
        config["sharing"] = {
            {word_of(choice.mechanism),
             {{"renameByDefault", naming == Naming::shared},
              {"failRequestsGreaterThanOne", true},
              {"resources",
               ordered_json::array({{{"name", "nvidia.com/gpu"}, {"replicas", choice.replicas}}})}}}};
    return write_yaml(config);
}

std::string render_pool(Needs const& needs, Choice const& choice)
{
    bool const is_whole = choice.mechanism == Mechanism::none;
    ordered_json pool = {{"name", pool_of(choice)}, {"access", is_whole ? "dedicate" : "share"}};
    if (is_whole)
        pool["reserved"] = true;
    pool["card"] = needs.card->key;
    pool["sharing"] = {{"mechanism", word_of(choice.mechanism)}};
    if (has_replicas(choice))
        pool["sharing"]["replicas"] = choice.replicas;
    return "# The pool is for spec.pools of your policy, beside those that it has.\n" +
           write_yaml(
               {{"apiVersion", policy::api_version},
                {"kind", policy::policy_kind},
                {"spec", {{"pools", ordered_json::array({pool})}}}});
}

// The layout of that name, or empty where mig-parted knows none.
std::string find_layout(Needs const& needs, Choice const& choice)
{
    for (sizing::Layout const& layout : sizing::layouts_of(*needs.card))
        if (layout.devices.size() == 1 && layout.devices.front().profile == choice.profile &&
            layout.devices.front().count == choice.profile->max_instances)
            return layout.name;
    return "";
}

std::string render_commands(Needs const& needs, Choice const& choice)
{
    std::string const name = name_of_config(choice);
    std::string out;
    if (choice.mechanism != Mechanism::vgpu)
        out =
            "# NVIDIA's GPU Operator; a device plugin of its own takes the file in its chart's config.map.\n"
            "kubectl create configmap slicegate-device-plugin --namespace gpu-operator --from-file=" +
            name + "=device-plugin.yaml\n" +
            "kubectl patch clusterpolicies.nvidia.com/cluster-policy --type merge --patch "
            R"('{"spec": {"devicePlugin": {"config": {"name": "slicegate-device-plugin"}}}}')" +
            "\nkubectl label node NODE nvidia.com/device-plugin.config=" + name + " --overwrite\n";
    if (is_mig(choice)) {
        auto const layout = find_layout(needs, choice);
        out += layout.empty() ? "# slicegate mig config prints the layout, which has no name of its own.\n"
                              : "kubectl label node NODE nvidia.com/mig.config=" + layout + " --overwrite\n";
    }
    return out + "kubectl label node NODE slicegate.dev/pool=" + pool_of(choice) + " --overwrite\n";
}

}  // namespace

AdviceFiles make_advice_files(Needs const& needs, Choice const& choice, Naming naming)
{
    return {
        .device_plugin = render_device_plugin(choice, naming),
        .policy = render_pool(needs, choice),
        .commands = render_commands(needs, choice)};
}

}  // namespace slicegate::cli
