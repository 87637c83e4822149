// SPDX-License-Identifier: Apache-2.0
#include "policy/parse_affinity.hpp"

#include "policy/presence.hpp"

namespace slicegate::policy {
namespace {

using json::Place;
using json::Value;

constexpr std::string_view required = "requiredDuringSchedulingIgnoredDuringExecution";
constexpr std::string_view hostname = "kubernetes.io/hostname";

Result<void> read_values(Pod& pod, Expression& expression, Place const& place, Value& value)
{
    expression.values = {pod.values.size(), 0};
    return json::for_each_element(place, value, [&](Value& element, Place const& at) -> Result<void> {
        auto const text = json::read_string(at, element);
        if (!text)
            return text.error();
        pod.values.push_back(*text);
        ++expression.values.count;
        return {};
    });
}

Result<void> read_expression(Pod& pod, Expression& expression, Place const& place, Value& value)
{
    return json::for_each_field(place, value, [&](auto key, Value& child, Place const& at) -> Result<void> {
        if (key == "key")
            return json::read_string_into(expression.key, at, child);
        if (key == "operator")
            return json::read_string_into(expression.operator_, at, child);
        if (key == "values")
            return read_values(pod, expression, at, child);
        return {};
    });
}

Result<void> read_expressions(Pod& pod, NodeTerm& term, Place const& place, Value& value)
{
    term.expressions = {pod.expressions.size(), 0};
    if (auto const done = note_presence(term.expressions_at, place, value); !done)
        return done;
    return json::for_each_element(place, value, [&](Value& element, Place const& at) -> Result<void> {
        pod.expressions.emplace_back();
        ++term.expressions.count;
        return read_expression(pod, pod.expressions.back(), at, element);
    });
}

Result<void> read_node_term(Pod& pod, NodeTerm& term, Place const& place, Value& value)
{
    return json::for_each_field(place, value, [&](auto key, Value& child, Place const& at) -> Result<void> {
        if (key == "matchExpressions")
            return read_expressions(pod, term, at, child);
        if (key == "matchFields") {
            auto const is_empty = json::read_is_empty_list(at, child);
            if (!is_empty)
                return is_empty.error();
            term.has_fields = !*is_empty;
        }
        return {};
    });
}

Result<void> read_node_terms(Pod& pod, Place const& place, Value& value)
{
    pod.node_terms.clear();
    if (auto const done = note_presence(pod.node_terms_at, place, value); !done)
        return done;
    return json::for_each_element(place, value, [&](Value& element, Place const& at) -> Result<void> {
        pod.node_terms.emplace_back();
        return read_node_term(pod, pod.node_terms.back(), at, element);
    });
}

Result<void> read_node_affinity(Pod& pod, Place const& place, Value& value)
{
    pod.node_terms.clear();
    pod.required_nodes_at = pod.node_terms_at = Presence::absent;
    if (auto const done = note_presence(pod.node_affinity_at, place, value); !done)
        return done;
    return json::for_each_field(place, value, [&](auto key, Value& child, Place const& at) -> Result<void> {
        if (key != required)
            return {};
        pod.node_terms.clear();
        pod.node_terms_at = Presence::absent;
        if (auto const done = note_presence(pod.required_nodes_at, at, child); !done)
            return done;
        return json::for_each_field(
            at, child, [&](auto name, Value& terms, Place const& where) -> Result<void> {
                return name == "nodeSelectorTerms" ? read_node_terms(pod, where, terms) : Result<void>{};
            });
    });
}

// What our term says, part by part; anything beyond makes it another term.
struct TermParts {
    bool selects_label = false;
    bool names_label = false;  // in some requirement, whatever the rest
    bool takes_all_namespaces = false;
    bool is_by_host = false;
    bool has_more = false;
};

Result<void> read_must_be_empty(TermParts& parts, Place const& place, Value& value)
{
    auto const is_empty = json::read_is_empty(place, value);
    if (!is_empty)
        return is_empty.error();
    parts.has_more = parts.has_more || !*is_empty;
    return {};
}

Result<void>
read_label_requirement(TermParts& parts, std::string_view label, Place const& place, Value& value)
{
    std::string_view name;
    std::string_view operator_;
    auto const done =
        json::for_each_field(place, value, [&](auto key, Value& child, Place const& at) -> Result<void> {
            if (key == "key")
                return json::read_string_into(name, at, child);
            if (key == "operator")
                return json::read_string_into(operator_, at, child);
            return read_must_be_empty(parts, at, child);
        });
    parts.names_label = parts.names_label || name == label;
    bool const is_ours = name == label && operator_ == "Exists" && !parts.selects_label;
    parts.has_more = parts.has_more || !is_ours;
    parts.selects_label = parts.selects_label || is_ours;
    return done;
}

Result<void> read_match_labels(TermParts& parts, std::string_view label, Place const& place, Value& value)
{
    return json::for_each_field(place, value, [&](auto key, Value&, Place const&) -> Result<void> {
        parts.has_more = true;
        parts.names_label = parts.names_label || key == label;
        return {};
    });
}

// Of equal keys the last one counts: what an earlier one selected is forgotten, what it had more is not,
// which at worst adds a second term.
Result<void> read_label_selector(TermParts& parts, std::string_view label, Place const& place, Value& value)
{
    parts.selects_label = false;
    return json::for_each_field(place, value, [&](auto key, Value& child, Place const& at) -> Result<void> {
        if (key == "matchLabels")
            return read_match_labels(parts, label, at, child);
        if (key != "matchExpressions")
            return read_must_be_empty(parts, at, child);
        parts.selects_label = false;
        return json::for_each_element(at, child, [&](Value& element, Place const& where) -> Result<void> {
            return read_label_requirement(parts, label, where, element);
        });
    });
}

// {} selects all namespaces; null or nothing only the pod's own.
Result<void> read_namespace_selector(TermParts& parts, Place const& place, Value& value)
{
    auto const kind = json::kind_of(place, value);
    if (!kind)
        return kind.error();
    parts.takes_all_namespaces = *kind == json::Kind::object;
    return json::for_each_field(place, value, [&](auto, Value& child, Place const& at) -> Result<void> {
        return read_must_be_empty(parts, at, child);
    });
}

Result<void> read_anti_term(Pod& pod, std::string_view label, Place const& place, Value& value)
{
    TermParts parts;
    auto const done =
        json::for_each_field(place, value, [&](auto key, Value& child, Place const& at) -> Result<void> {
            if (key == "labelSelector")
                return read_label_selector(parts, label, at, child);
            if (key == "namespaceSelector")
                return read_namespace_selector(parts, at, child);
            if (key != "topologyKey")
                return read_must_be_empty(parts, at, child);
            std::string_view topology;
            auto const read = json::read_string_into(topology, at, child);
            parts.is_by_host = topology == hostname;
            return read;
        });
    if (parts.selects_label && parts.takes_all_namespaces && parts.is_by_host && !parts.has_more)
        pod.has_placement_term = true;
    pod.repels_by_label = pod.repels_by_label || parts.names_label;
    return done;
}

Result<void> read_anti_affinity(Pod& pod, std::string_view label, Place const& place, Value& value)
{
    pod.required_anti_at = Presence::absent;
    pod.has_placement_term = pod.repels_by_label = false;
    if (auto const done = note_presence(pod.pod_anti_affinity_at, place, value); !done)
        return done;
    return json::for_each_field(place, value, [&](auto key, Value& child, Place const& at) -> Result<void> {
        if (key != required)
            return {};
        pod.has_placement_term = pod.repels_by_label = false;
        if (auto const done = note_presence(pod.required_anti_at, at, child); !done)
            return done;
        return json::for_each_element(at, child, [&](Value& element, Place const& where) -> Result<void> {
            return read_anti_term(pod, label, where, element);
        });
    });
}

}  // namespace

Result<void> parse_affinity(json::Place const& place, json::Value& value, Policy const& policy, Pod& pod)
{
    pod.node_terms.clear();
    pod.has_placement_term = pod.repels_by_label = false;
    pod.node_affinity_at = pod.required_nodes_at = pod.node_terms_at = Presence::absent;
    pod.pod_anti_affinity_at = pod.required_anti_at = Presence::absent;
    if (auto const done = note_presence(pod.affinity_at, place, value); !done)
        return done;
    return json::for_each_field(place, value, [&](auto key, Value& child, Place const& at) -> Result<void> {
        if (key == "nodeAffinity")
            return read_node_affinity(pod, at, child);
        if (key == "podAntiAffinity")
            return read_anti_affinity(pod, policy.label, at, child);
        return {};
    });
}

}  // namespace slicegate::policy
