// SPDX-License-Identifier: Apache-2.0
#include "policy/scope.hpp"

#include "policy/glob.hpp"
#include "policy/subjects.hpp"

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

std::optional<Scope> scope_of_pod(Review const& review)
{
    bool const is_update = review.operation == Operation::update;
    if (review.sub_resource.empty())
        return Scope{.occasion = is_update ? Occasion::update : Occasion::create};
    if (!is_update)
        return std::nullopt;
    if (review.sub_resource == "ephemeralcontainers" || review.sub_resource == "resize")
        return Scope{.occasion = Occasion::addition};
    if (review.sub_resource == "status")
        return Scope{.occasion = Occasion::parting};
    return std::nullopt;
}

}  // namespace

std::optional<Scope> find_scope(Review const& review, Stage stage, Policy const& policy)
{
    bool const is_create = review.operation == Operation::create;
    bool const is_update = review.operation == Operation::update && stage == Stage::validate;
    if ((!is_create && !is_update) || is_exempt(review, policy))
        return std::nullopt;
    if (review.is_pod())
        return scope_of_pod(review);
    auto const paths = template_paths(review.group, review.kind, policy);
    if (stage == Stage::mutate || paths.empty() || !review.sub_resource.empty())
        return std::nullopt;
    return Scope{.occasion = Occasion::create, .templates = paths};
}

}  // namespace slicegate::policy
