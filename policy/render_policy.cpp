// SPDX-License-Identifier: Apache-2.0
#include "policy/render_policy.hpp"

#include "policy/cards.hpp"
#include "policy/policy_words.hpp"
#include "policy/rules.hpp"
#include "policy/text.hpp"
#include "policy/yaml_reader.hpp"

#include <algorithm>
#include <cstddef>

namespace slicegate::policy {

namespace {

template <class Words, class Value> std::string_view word(Words const& words, Value value)
{
    return words[static_cast<std::size_t>(value)];
}

// Bare where it is a word for every YAML version, in flow and in block; otherwise as JSON writes it.
void append_text(std::string& out, std::string_view text)
{
    auto const is_safe = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
               c == '.' || c == '/' || c == '_';
    };
    if (std::ranges::all_of(text, is_safe) && !text.starts_with('-') && yaml::is_plain_text(text))
        out += text;
    else
        append_json_string(out, text);
}

void append_list(std::string& out, std::vector<std::string> const& texts)
{
    out += '[';
    for (std::string const& text : texts) {
        if (out.back() != '[')
            out += ", ";
        append_text(out, text);
    }
    out += "]\n";
}

void append_gpus(std::string& out, std::vector<GpuGroup> const& groups)
{
    out += "  gpus:\n";
    for (GpuGroup const& group : groups) {
        out += "  - resources: ";
        append_list(out, group.resources);
        if (group.max_per_pod)
            (out += "    maxPerPod: ").append(std::to_string(*group.max_per_pod)) += '\n';
    }
}

void append_sharing(std::string& out, Sharing const& sharing)
{
    if (sharing.mechanism == Mechanism::unknown)
        return;
    (out += "    sharing: {mechanism: ") += mechanism_words[static_cast<std::size_t>(sharing.mechanism) - 1];
    if (sharing.mechanism == Mechanism::time_slicing || sharing.mechanism == Mechanism::mps)
        (out += ", replicas: ").append(std::to_string(sharing.replicas));
    out += "}\n";
}

void append_pool(std::string& out, Pool const& pool)
{
    out += "  - name: ";
    append_text(out, pool.name);
    (out += "\n    access: ") += word(access_words, pool.access);
    out += "\n    nodeSelector: {";
    for (Label const& label : pool.node_selector) {
        if (out.back() != '{')
            out += ", ";
        append_text(out, label.key);
        out += ": ";
        append_text(out, label.value);
    }
    (out += "}\n    reserved: ") += word(reservation_words, pool.reserved);
    (out += "\n    cardsPerNode: ").append(std::to_string(pool.cards_per_node)) += '\n';
    if (pool.card != nullptr)
        ((out += "    card: ") += pool.card->key) += '\n';
    append_sharing(out, pool.sharing);
    if (pool.max_per_pod)
        (out += "    maxPerPod: ").append(std::to_string(*pool.max_per_pod)) += '\n';
}

void append_rules(std::string& out, std::vector<Action> const& actions)
{
    out += "  rules:\n";
    for (std::size_t i = 0; i < actions.size(); ++i) {
        ((out += "    ") += rules()[i].id) += ": ";
        append_text(out, word(action_words, actions[i]));
        out += '\n';
    }
}

void append_workload(std::string& out, Workload const& workload)
{
    out += "  - group: ";
    append_text(out, workload.group);
    out += "\n    kind: ";
    append_text(out, workload.kind);
    out += "\n    resource: ";
    append_text(out, workload.resource);
    out += "\n    templates: ";
    std::vector<std::string> paths;
    for (TemplatePath const& path : workload.templates) {
        std::string& text = paths.emplace_back();
        for (std::string const& step : path.steps)
            (text += text.empty() ? "" : ".") += step;
    }
    append_list(out, paths);
}

void append_namespace(std::string& out, NamespaceDefaults const& defaults)
{
    out += "  - match: ";
    append_text(out, defaults.match);
    out += '\n';
    if (defaults.unlabelled)
        ((out += "    unlabelled: ") += word(unlabelled_words, *defaults.unlabelled)) += '\n';
    if (defaults.actions.empty())
        return;
    out += "    rules: {";
    for (std::size_t i = 0; i < defaults.actions.size(); ++i) {
        if (!defaults.actions[i])
            continue;
        ((out += out.back() == '{' ? "" : ", ") += rules()[i].id) += ": ";
        append_text(out, word(action_words, *defaults.actions[i]));
    }
    out += "}\n";
}

// A heading, then `append` for each of the values, or the heading with an empty list.
template <class Value>
void append_block(
    std::string& out, std::string_view name, std::vector<Value> const& values,
    void (*append)(std::string&, Value const&))
{
    ((out += "  ") += name) += values.empty() ? ": []\n" : ":\n";
    for (Value const& value : values)
        append(out, value);
}

}  // namespace

std::string render_policy(Policy const& policy)
{
    std::string out = "apiVersion: ";
    (((out += api_version) += "\nkind: ") += policy_kind) += "\nmetadata:\n  name: ";
    append_text(out, policy.name);
    out += "\nspec:\n  label: ";
    append_text(out, policy.label);
    ((out += "\n  unlabelled: ") += word(unlabelled_words, policy.unlabelled)) += '\n';
    append_gpus(out, policy.gpus);
    append_block(out, "pools", policy.pools, append_pool);
    append_block(out, "workloads", policy.workloads, append_workload);
    append_rules(out, policy.actions);
    out += "  exempt:\n    namespaces: ";
    append_list(out, policy.exempt.namespaces);
    out += "    users: ";
    append_list(out, policy.exempt.users);
    out += "  schedulers: ";
    append_list(out, policy.schedulers);
    out += "  help: ";
    append_json_string(out, policy.help);
    out += '\n';
    append_block(out, "namespaces", policy.namespaces, append_namespace);
    (out += "  hideGpus: ") += policy.hide_gpus ? "true" : "false";
    out += "\n  memoryResource: ";
    append_text(out, policy.memory_resource);
    if (policy.log_level)
        (out += "\n  logLevel: ") += word(log_level_words, *policy.log_level);
    return out += '\n';
}

}  // namespace slicegate::policy
