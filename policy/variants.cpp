// SPDX-License-Identifier: Apache-2.0
#include "policy/glob.hpp"
#include "policy/policy.hpp"

#include <utility>

namespace slicegate::policy {
namespace {

Policy make_variant(Policy const& policy, NamespaceDefaults const& defaults)
{
    Policy variant = policy;
    variant.namespaces.clear();
    variant.variants.clear();
    variant.unlabelled = defaults.unlabelled.value_or(policy.unlabelled);
    for (std::size_t row = 0; row < defaults.actions.size(); ++row)
        variant.actions[row] = defaults.actions[row].value_or(policy.actions[row]);
    return variant;
}

}  // namespace

void make_variants(Policy& policy)
{
    std::vector<Policy> variants;
    variants.reserve(policy.namespaces.size());
    for (NamespaceDefaults const& defaults : policy.namespaces)
        variants.push_back(make_variant(policy, defaults));
    policy.variants = std::move(variants);
}

Policy const& in_namespace(Policy const& policy, std::string_view name)
{
    for (std::size_t i = 0; i < policy.variants.size(); ++i) {
        if (matches_glob(policy.namespaces[i].match, name))
            return policy.variants[i];
    }
    return policy;  // NOLINT(bugprone-return-const-ref-from-parameter): the caller holds the policy it asks about
}

}  // namespace slicegate::policy
