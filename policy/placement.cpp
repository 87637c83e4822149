// SPDX-License-Identifier: Apache-2.0
#include "policy/placement.hpp"

#include <algorithm>
#include <charconv>

namespace slicegate::policy {
namespace {

// Gt and Lt compare whole numbers; a value that is none matches nothing.
std::optional<std::int64_t> parse_number(std::string_view text)
{
    if (text.starts_with('+') && !text.starts_with("+-"))  // Go's ParseInt takes it, from_chars does not
        text.remove_prefix(1);
    std::int64_t number = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    bool const is_whole_text = error == std::errc{} && end == text.data() + text.size();
    return is_whole_text ? std::optional(number) : std::nullopt;
}

bool is_met(Pod const& pod, Expression const& expression, std::string_view value)
{
    auto const values = pod.values_of(expression);
    bool const is_listed = std::find(values.begin(), values.end(), value) != values.end();
    if (expression.operator_ == "In")
        return is_listed;
    if (expression.operator_ == "NotIn")
        return !is_listed;
    if (expression.operator_ == "Exists")
        return true;
    if (expression.operator_ == "DoesNotExist")
        return false;
    auto const has = parse_number(value);
    auto const bound = values.size() == 1 ? parse_number(values[0]) : std::nullopt;
    if (!has || !bound)
        return false;
    return expression.operator_ == "Gt" ? *has > *bound : expression.operator_ == "Lt" && *has < *bound;
}

}  // namespace

Pool const* find_pool(Policy const& policy, Access access, std::optional<std::string_view> choice)
{
    auto const found = std::find_if(policy.pools.begin(), policy.pools.end(), [&](Pool const& pool) {
        return pool.access == access && (!choice || pool.name == *choice);
    });
    return found == policy.pools.end() ? nullptr : &*found;
}

Pool const* pool_of(Pod const& pod, Policy const& policy)
{
    auto const access = pod.access();
    return access ? find_pool(policy, *access, pod.pool_choice) : nullptr;
}

bool is_placed_by_label(Pod const& pod)
{
    return pod.access() && !pod.is_daemon && pod.is_gpu_pod();
}

bool can_match(Pod const& pod, NodeTerm const& term, Label const& label)
{
    auto const expressions = pod.expressions_of(term);
    return !term.is_empty() &&
           std::all_of(expressions.begin(), expressions.end(), [&](Expression const& each) {
               return each.key != label.key || is_met(pod, each, label.value);
           });
}

bool can_land_in(Pod const& pod, Pool const& pool)
{
    if (pod.required_nodes_at != Presence::present)
        return true;
    return std::any_of(pod.node_terms.begin(), pod.node_terms.end(), [&](NodeTerm const& term) {
        auto const& labels = pool.node_selector;
        return !term.is_empty() && std::all_of(labels.begin(), labels.end(), [&](Label const& each) {
            return can_match(pod, term, each);
        });
    });
}

bool has_keep_off(Pod const& pod, NodeTerm const& term, Label const& label)
{
    auto const expressions = pod.expressions_of(term);
    return std::any_of(expressions.begin(), expressions.end(), [&](Expression const& each) {
        auto const values = pod.values_of(each);
        return each.key == label.key && each.operator_ == "NotIn" && values.size() == 1 &&
               values[0] == label.value;
    });
}

bool needs_keep_off(Pod const& pod, Policy const& policy, Pool const& pool)
{
    if (pool.reserved == Reservation::none || pod.is_daemon || pod.selected(pool.node_selector.front().key))
        return false;
    if (!pod.is_gpu_pod())
        return pool.reserved == Reservation::hard;
    return find_pool(policy, Access::share, std::nullopt) == nullptr;
}

}  // namespace slicegate::policy
