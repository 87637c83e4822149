// SPDX-License-Identifier: Apache-2.0
#include "policy/render_policy.hpp"

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
    (out += "}\n    reserved: ") += pool.reserved == Reservation::none ? "false" : "true";
    (out += "\n    cardsPerNode: ").append(std::to_string(pool.cards_per_node)) += '\n';
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
    out += policy.pools.empty() ? "  pools: []\n" : "  pools:\n";
    for (Pool const& pool : policy.pools)
        append_pool(out, pool);
    append_rules(out, policy.actions);
    out += "  exempt:\n    namespaces: ";
    append_list(out, policy.exempt.namespaces);
    out += "    users: ";
    append_list(out, policy.exempt.users);
    out += "  help: ";
    append_json_string(out, policy.help);
    return out += '\n';
}

}  // namespace slicegate::policy
