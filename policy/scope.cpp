// SPDX-License-Identifier: Apache-2.0
#include "policy/scope.hpp"

#include "policy/glob.hpp"

#include <algorithm>

namespace slicegate::policy {
namespace {

bool matches_any(std::vector<std::string> const& patterns, std::string_view text)
{
    return std::any_of(patterns.begin(), patterns.end(), [&](std::string const& pattern) {
        return matches_glob(pattern, text);
    });
}

bool is_exempt(Review const& review, Policy const& policy)
{
    return matches_any(policy.exempt.namespaces, review.namespace_) ||
           matches_any(policy.exempt.users, review.user);
}

}  // namespace

bool is_judged(Review const& review, Stage stage, Policy const& policy)
{
    bool const is_main_resource = review.is_pod() && review.sub_resource.empty();
    bool const is_create = review.operation == Operation::create;
    bool const is_update = review.operation == Operation::update && stage == Stage::validate;
    return is_main_resource && (is_create || is_update) && !is_exempt(review, policy);
}

}  // namespace slicegate::policy
