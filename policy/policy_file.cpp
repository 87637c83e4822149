// SPDX-License-Identifier: Apache-2.0
#include "policy/policy_file.hpp"

#include "policy/kubernetes_names.hpp"
#include "policy/policy_fields.hpp"
#include "policy/policy_words.hpp"
#include "policy/text.hpp"

#include <array>
#include <span>

namespace slicegate::policy {

namespace yaml {

namespace {

constexpr std::size_t max_help_bytes = 512;  // it ends every refusal

void read_api_version(Place const& at, Policy& /*policy*/)
{
    static_cast<void>(read_word(at, std::span(&api_version, 1)));
}

void read_kind(Place const& at, Policy& /*policy*/)
{
    static_cast<void>(read_word(at, std::span(&policy_kind, 1)));
}

void read_policy_name(Place const& at, Policy& policy)
{
    auto const name = read_text(at);
    if (name && is_dns1123_subdomain(*name))
        policy.name = *name;
    else if (name)
        at.refuse('"' + shown(*name) + "\" is no object name: lower-case letters, digits, '-' and '.'");
}

// Kept by whoever manages the file; nothing here depends on it.
void pass_over(Place const& /*at*/, Policy& /*policy*/)
{
}

constexpr std::array metadata_fields = {
    Field<Policy>{.name = "name", .read = read_policy_name},
    Field<Policy>{.name = "namespace", .read = pass_over},
    Field<Policy>{.name = "labels", .read = pass_over},
    Field<Policy>{.name = "annotations", .read = pass_over},
};

void read_metadata(Place const& at, Policy& policy)
{
    read_fields<Policy>(at, metadata_fields, policy);
}

void read_label(Place const& at, Policy& policy)
{
    auto const key = read_text(at);
    if (!key)
        return;
    if (!is_qualified_name(*key))
        at.refuse(
            '"' + shown(*key) +
            "\" is no label key: an optional DNS prefix and '/', then 1 to 63 letters, digits, '-', "
            "'_' and '.'");
    else if (is_reserved_label_key(*key))
        at.refuse(
            "the prefixes kubernetes.io and k8s.io are kept for Kubernetes itself; take one of your own");
    else if (*key == pool_label || *key == "slicegate.dev/gpu-memory")
        at.refuse(*key + " has a meaning of its own on pods; take another key");
    else
        policy.label = *key;
}

void read_unlabelled(Place const& at, Policy& policy)
{
    if (auto const word = read_word(at, unlabelled_words))
        policy.unlabelled = static_cast<Unlabelled>(*word);
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

constexpr std::array spec_fields = {
    Field<Policy>{.name = "label", .read = read_label},
    Field<Policy>{.name = "unlabelled", .read = read_unlabelled},
    Field<Policy>{.name = "gpus", .read = read_gpus},
    Field<Policy>{.name = "pools", .read = read_pools},
    Field<Policy>{.name = "workloads", .read = nullptr},
    Field<Policy>{.name = "rules", .read = read_rules},
    Field<Policy>{.name = "exempt", .read = read_exempt},
    Field<Policy>{.name = "schedulers", .read = nullptr},
    Field<Policy>{.name = "help", .read = read_help},
    Field<Policy>{.name = "namespaces", .read = nullptr},
    Field<Policy>{.name = "hideGpus", .read = nullptr},
    Field<Policy>{.name = "memoryResource", .read = nullptr},
    Field<Policy>{.name = "logLevel", .read = nullptr},
};

void read_spec(Place const& at, Policy& policy)
{
    read_fields<Policy>(at, spec_fields, policy);
}

constexpr std::array file_fields = {
    Field<Policy>{.name = "apiVersion", .read = read_api_version, .need = Need::required},
    Field<Policy>{.name = "kind", .read = read_kind, .need = Need::required},
    Field<Policy>{.name = "metadata", .read = read_metadata},
    Field<Policy>{.name = "spec", .read = read_spec},
};

}  // namespace

}  // namespace yaml

Result<Policy> parse_policy(std::string_view text)
{
    auto const root = yaml::parse_yaml(text, max_policy_bytes);
    if (!root)
        return root.error();
    if (root->kind == yaml::TreeNode::Kind::null)
        return Error{
            Errc::bad_policy, "line 1: the file is empty; leave --config out for the default policy"};
    yaml::Problems problems;
    Policy policy = make_default_policy();
    yaml::read_fields<Policy>({.node = *root, .path = "", .problems = problems}, yaml::file_fields, policy);
    if (problems.count() > 0)
        return Error{Errc::bad_policy, problems.render()};
    return policy;
}

}  // namespace slicegate::policy
