// SPDX-License-Identifier: Apache-2.0
#include "policy/kubernetes_names.hpp"
#include "policy/policy_fields.hpp"
#include "policy/policy_words.hpp"
#include "policy/text.hpp"

#include <algorithm>
#include <array>

namespace slicegate::policy::yaml {

namespace {

void read_name(Place const& at, Pool& pool)
{
    auto const name = read_text(at);
    if (name && !name->empty() && is_label_value(*name))
        pool.name = *name;
    else if (name)
        at.refuse(
            '"' + shown(*name) +
            "\" is no label value, which it must be for pods to choose the pool by it: 1 to 63 "
            "letters, digits, '-', '_' and '.', a letter or digit first and last");
}

void read_access(Place const& at, Pool& pool)
{
    if (auto const word = read_word(at, access_words))
        pool.access = static_cast<Access>(*word);
}

void read_selector_label(Place const& at, Pool& pool)
{
    std::string const& key = at.node.key;
    auto const value = read_text(at);
    if (!is_qualified_name(key))
        at.refuse("the key is no label key: an optional DNS prefix and '/', then 1 to 63 letters, digits, "
                  "'-', '_' and '.'");
    else if (value && !is_label_value(*value))
        at.refuse(
            '"' + shown(*value) +
            "\" is no label value: at most 63 letters, digits, '-', '_' and '.', a letter or "
            "digit first and last");
    else if (value)
        pool.node_selector.push_back({.key = key, .value = *value});
}

void read_node_selector(Place const& at, Pool& pool)
{
    for_each_entry(at, [&](Place const& entry) { read_selector_label(entry, pool); });
    if (at.node.kind == TreeNode::Kind::mapping && at.node.items.empty())
        at.refuse("is empty and would select every node; leave the field out for slicegate.dev/pool: <name>");
}

void read_reserved(Place const& at, Pool& pool)
{
    bool const is_plain = at.node.kind == TreeNode::Kind::plain;
    if ((is_plain || at.node.kind == TreeNode::Kind::quoted) && at.node.text == "hard")
        pool.reserved = Reservation::hard;
    else if (is_plain && (at.node.text == "true" || at.node.text == "false"))
        pool.reserved = at.node.text == "true" ? Reservation::soft : Reservation::none;
    else
        at.refuse("must be true, false or hard, is " + describe(at.node));
}

void read_cards_per_node(Place const& at, Pool& pool)
{
    if (auto const cards = read_count(at, max_devices))
        pool.cards_per_node = *cards;
}

void read_max_per_pod(Place const& at, Pool& pool)
{
    pool.max_per_pod = read_count(at, max_count);
}

constexpr std::array pool_fields = {
    Field<Pool>{
        .name = "name",
        .about = "What pods call the pool in the label slicegate.dev/pool.",
        .read = read_name,
        .schema = text_schema,
        .need = Need::required},
    Field<Pool>{
        .name = "access",
        .about = "Which pods it is for: share, or dedicate for those that have a card alone.",
        .read = read_access,
        .schema = [] { return word_schema(access_words); },
        .need = Need::required},
    Field<Pool>{
        .name = "nodeSelector",
        .about = "The labels of its nodes; slicegate.dev/pool: <name> if left out.",
        .read = read_node_selector,
        .schema = [] { return map_schema(text_schema()); }},
    Field<Pool>{
        .name = "reserved",
        .about =
            "true: only dedicated pods may target it; hard: pods without GPUs are kept off its nodes too.",
        .read = read_reserved,
        .schema = [] { return std::string(R"({"enum":[true,false,"hard"]})"); }},
    Field<Pool>{
        .name = "cardsPerNode",
        .about = "How many cards a node has: a dedicated pod takes the node, the others idle. 1 if left out.",
        .read = read_cards_per_node,
        .schema = [] { return count_schema(max_devices); }},
    Field<Pool>{
        .name = "card",
        .about = "The card of its nodes, which gives memory and MIG profiles.",
        .read = read_card,
        .schema = card_schema},
    Field<Pool>{
        .name = "sharing",
        .about = "How its cards are shared, as the device plugin is set up.",
        .read = read_sharing,
        .schema = sharing_schema},
    Field<Pool>{
        .name = "maxPerPod",
        .about = "Replaces the maxPerPod of every group that has one, for pods of this pool.",
        .read = read_max_per_pod,
        .schema = [] { return count_schema(max_count); }},
};

void read_pool(Place const& at, Pool& pool)
{
    read_fields<Pool>(at, pool_fields, pool);
    bool const has_selector = at.field_or_self("nodeSelector").path != at.path;
    if (!has_selector && !pool.name.empty())
        pool.node_selector = {{.key = std::string(pool_label), .value = pool.name}};
    check_sharing(at, pool);
    if (pool.reserved == Reservation::none)
        return;
    // It is the dedicated pods that a pool is reserved for.
    if (pool.access == Access::share)
        at.field_or_self("reserved").refuse("only a pool with access: dedicate can be reserved");
    // Pods are kept off by `key NotIn [value]`, which says "not this pool" for a selector of one key alone.
    if (pool.node_selector.size() > 1)
        at.field_or_self("nodeSelector")
            .refuse("a reserved pool is selected by one key alone; label its nodes for it");
}

// Nodes carry one value for each key: two selectors that differ in a value share no node. Without such a key
// a node may carry the labels of both, whatever today's nodes look like.
bool may_share_node(Pool const& a, Pool const& b)
{
    return std::ranges::none_of(a.node_selector, [&](Label const& label) {
        return std::ranges::any_of(b.node_selector, [&](Label const& other) {
            return label.key == other.key && label.value != other.value;
        });
    });
}

void check_pair(Place const& at, std::vector<Pool> const& pools, std::size_t first, std::size_t second)
{
    Place const pool = at.item(second);
    std::string const other = at.path + '[' + std::to_string(first) + ']';
    if (pools[first].name == pools[second].name)
        return pool.field_or_self("name").refuse(
            pools[second].name + " is the name of " + other + " already");
    if (may_share_node(pools[first], pools[second]))
        pool.field_or_self("nodeSelector")
            .refuse(
                "overlaps with that of " + other + " (" + pools[first].name +
                "): a node can match both; give one key a value of its own in each");
}

}  // namespace

void read_pools(Place const& at, Policy& policy)
{
    std::size_t const problems = at.problems.count();
    policy.pools.clear();
    for_each_item(at, [&](Place const& item) { read_pool(item, policy.pools.emplace_back()); });
    if (at.problems.count() > problems)
        return;  // pools that are not read to the end cannot be compared
    for (std::size_t second = 1; second < policy.pools.size(); ++second)
        for (std::size_t first = 0; first < second; ++first)
            check_pair(at, policy.pools, first, second);
}

std::string pools_schema()
{
    return list_schema(object_schema<Pool>(pool_fields));
}

}  // namespace slicegate::policy::yaml
