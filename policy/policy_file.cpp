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
    Field<Policy>{
        .name = "name",
        .about = "What the policy is called.",
        .read = read_policy_name,
        .schema = text_schema},
    Field<Policy>{.name = "namespace", .about = "Passed over.", .read = pass_over, .schema = text_schema},
    Field<Policy>{
        .name = "labels",
        .about = "Passed over.",
        .read = pass_over,
        .schema = [] { return map_schema(text_schema()); }},
    Field<Policy>{
        .name = "annotations",
        .about = "Passed over.",
        .read = pass_over,
        .schema = [] { return map_schema(text_schema()); }},
};

void read_metadata(Place const& at, Policy& policy)
{
    read_fields<Policy>(at, metadata_fields, policy);
}

constexpr std::array file_fields = {
    Field<Policy>{
        .name = "apiVersion",
        .about = "The version of this format.",
        .read = read_api_version,
        .schema = [] { return word_schema(std::span(&api_version, 1)); },
        .need = Need::required},
    Field<Policy>{
        .name = "kind",
        .about = "The kind of this file.",
        .read = read_kind,
        .schema = [] { return word_schema(std::span(&policy_kind, 1)); },
        .need = Need::required},
    Field<Policy>{
        .name = "metadata",
        .about = "As of a Kubernetes object.",
        .read = read_metadata,
        .schema = [] { return object_schema<Policy>(metadata_fields); }},
    Field<Policy>{.name = "spec", .about = "What holds.", .read = read_spec, .schema = spec_schema},
};

}  // namespace

void read_file(Place const& at, Policy& policy)
{
    read_fields<Policy>(at, file_fields, policy);
}

std::string file_schema()
{
    return object_schema<Policy>(file_fields);
}

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
    yaml::read_file({.node = *root, .path = "", .problems = problems}, policy);
    if (problems.count() > 0)
        return Error{Errc::bad_policy, problems.render()};
    make_variants(policy);
    return policy;
}

}  // namespace slicegate::policy
