// SPDX-License-Identifier: Apache-2.0
#include "policy/kubernetes_names.hpp"
#include "policy/policy_fields.hpp"
#include "policy/policy_words.hpp"
#include "policy/text.hpp"

#include <array>

namespace slicegate::policy::yaml {

namespace {

constexpr std::size_t max_help_bytes = 512;  // it ends every refusal

void read_label(Place const& at, Policy& policy)
{
    auto const key = read_text(at);
    if (!key)
        return;
    if (!is_qualified_name(*key))
        at.refuse(
            '"' + shown(*key) +
            "\" is no label key: an optional DNS prefix and '/', then 1 to 63 letters, digits, "
            "'-', '_' and '.'");
    else if (is_reserved_label_key(*key))
        at.refuse(
            "the prefixes kubernetes.io and k8s.io are kept for Kubernetes itself; take one of your own");
    else if (*key == pool_label || *key == "slicegate.dev/gpu-memory")
        at.refuse(*key + " has a meaning of its own on pods; take another key");
    else
        policy.label = *key;
}

void read_default_access(Place const& at, Policy& policy)
{
    std::optional<Unlabelled> unlabelled;
    read_unlabelled(at, unlabelled);
    policy.unlabelled = unlabelled.value_or(policy.unlabelled);
}

void read_policy_rules(Place const& at, Policy& policy)
{
    std::vector<std::optional<Action>> actions;
    read_rules(at, actions);
    for (std::size_t row = 0; row < actions.size(); ++row)
        policy.actions[row] = actions[row].value_or(policy.actions[row]);
}

void read_schedulers(Place const& at, Policy& policy)
{
    policy.schedulers = read_texts(at, is_dns1123_subdomain, "the name of a scheduler");
    if (at.node.kind == TreeNode::Kind::sequence && at.node.items.empty())
        at.refuse("is empty, so no scheduler might place GPU pods; leave the field out for its default");
}

void read_help(Place const& at, Policy& policy)
{
    auto const help = read_text(at);
    if (!help)
        return;
    if (help->size() > max_help_bytes)
        at.refuse(
            "has " + std::to_string(help->size()) + " bytes, at most " + std::to_string(max_help_bytes) +
            " are allowed");
    else if (shown(*help, help->size()) != *help)
        at.refuse("must be one line without control characters");
    else
        policy.help = *help;
}

void read_hide_gpus(Place const& at, Policy& policy)
{
    policy.hide_gpus = read_flag(at).value_or(false);
}

void read_memory_resource(Place const& at, Policy& policy)
{
    auto const resource = read_text(at);
    if (!resource || resource->empty())
        return;
    if (is_extended_resource_name(*resource))
        policy.memory_resource = *resource;
    else
        at.refuse(
            describe(at.node) +
            " is not the name of an extended resource, such as slicegate.dev/gpu-memory-mib");
}

void read_log_level(Place const& at, Policy& policy)
{
    if (auto const word = read_word(at, log_level_words))
        policy.log_level = static_cast<LogLevel>(*word);
}

constexpr std::array spec_fields = {
    Field<Policy>{
        .name = "label",
        .about = "The key of the label by which pods say share or dedicate; slicegate.dev/gpu if left out.",
        .read = read_label,
        .schema = text_schema},
    Field<Policy>{
        .name = "unlabelled",
        .about = "What a GPU pod without the label becomes; share if left out.",
        .read = read_default_access,
        .schema = unlabelled_schema},
    Field<Policy>{
        .name = "gpus",
        .about = "Which extended resources are GPUs; an entry is a count of its own.",
        .read = read_gpus,
        .schema = gpus_schema},
    Field<Policy>{
        .name = "pools",
        .about = "The nodes with GPUs, by how their cards are accessed.",
        .read = read_pools,
        .schema = pools_schema},
    Field<Policy>{
        .name = "workloads",
        .about = "Further kinds whose pod templates are judged.",
        .read = read_workloads,
        .schema = workloads_schema},
    Field<Policy>{
        .name = "rules",
        .about = "Actions of rules, where they differ from the default.",
        .read = read_policy_rules,
        .schema = rules_schema},
    Field<Policy>{
        .name = "exempt", .about = "What is not judged.", .read = read_exempt, .schema = exempt_schema},
    Field<Policy>{
        .name = "schedulers",
        .about = "Who may place GPU pods; default-scheduler if left out.",
        .read = read_schedulers,
        .schema = [] { return list_schema(text_schema(), Length::not_empty); }},
    Field<Policy>{
        .name = "help",
        .about = "A line that ends every refusal: where users find help.",
        .read = read_help,
        .schema = text_schema},
    Field<Policy>{
        .name = "namespaces",
        .about = "Defaults that differ by namespace.",
        .read = read_namespaces,
        .schema = namespaces_schema},
    Field<Policy>{
        .name = "hideGpus",
        .about = "Sets NVIDIA_VISIBLE_DEVICES=void in containers that ask for no GPU; false if left out.",
        .read = read_hide_gpus,
        .schema = flag_schema},
    Field<Policy>{
        .name = "memoryResource",
        .about = "The extended resource made of the annotation slicegate.dev/gpu-memory; none if left out.",
        .read = read_memory_resource,
        .schema = text_schema},
    Field<Policy>{
        .name = "logLevel",
        .about = "How much is logged, where the command line does not say; info if left out.",
        .read = read_log_level,
        .schema = [] { return word_schema(log_level_words); }},
};

// A memory request would make any pod a GPU pod, and a second slice of it.
void check_memory_resource(Place const& at, Policy const& policy)
{
    auto const group = find_overlap(policy.gpus, policy.memory_resource);
    if (!policy.memory_resource.empty() && !group.empty())
        at.field_or_self("memoryResource")
            .refuse(
                policy.memory_resource + " is counted as a GPU by " + std::string(group) + " in spec.gpus");
}

}  // namespace

void read_spec(Place const& at, Policy& policy)
{
    read_fields<Policy>(at, spec_fields, policy);
    check_memory_resource(at, policy);
}

std::string spec_schema()
{
    return object_schema<Policy>(spec_fields);
}

void read_unlabelled(Place const& at, std::optional<Unlabelled>& unlabelled)
{
    if (auto const word = read_word(at, unlabelled_words))
        unlabelled = static_cast<Unlabelled>(*word);
}

std::string unlabelled_schema()
{
    return word_schema(unlabelled_words);
}

}  // namespace slicegate::policy::yaml
