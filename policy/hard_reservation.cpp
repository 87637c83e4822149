// SPDX-License-Identifier: Apache-2.0
#include "policy/hard_reservation.hpp"

#include "policy/cel.hpp"

#include <algorithm>
#include <string_view>

namespace slicegate::policy {
namespace {

using cel::concat;
using cel::literal;

constexpr std::string_view required =
    "object.spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution";
constexpr std::string_view if_required =
    "object.spec.?affinity.?nodeAffinity.?requiredDuringSchedulingIgnoredDuringExecution";
constexpr std::string_view required_path =
    "/spec/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution";
// Values of a patch are objects of these types. A map literal would have to be of one type throughout, and a bare
// list makes the API server (1.36.3) panic in that request.
constexpr std::string_view required_type =
    "Object.spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution";

bool is_hard(Pool const& pool)
{
    return pool.reserved == Reservation::hard;
}

// About `term`: an empty one matches no node, so it needs nothing.
std::string is_done(Label const& label)
{
    return concat(
        "size(term.?matchExpressions.orValue([])) + size(term.?matchFields.orValue([])) == 0 ||\n"
        "term.?matchExpressions.orValue([]).exists(expression,\n"
        "  expression.key == ",
        literal(label.key), " && expression.operator == 'NotIn' && expression.?values.orValue([]) == [",
        literal(label.value), "])");
}

// Terms that are null are left to the API server's validation, which refuses them.
std::string lacks_keep_off(Label const& label)
{
    return concat(
        "[", if_required,
        ".?nodeSelectorTerms].exists(terms,\n"
        "  !terms.hasValue() || (terms.value() != null && !terms.value().all(term,\n"
        "    ",
        cel::indented(is_done(label), 2), ")))");
}

std::string expression_object(Label const& label)
{
    return concat(
        required_type, ".nodeSelectorTerms.matchExpressions{key: ", literal(label.key),
        ", operator: 'NotIn', values: [", literal(label.value), "]}");
}

std::string add_patch(std::string_view path, std::string_view value)
{
    return concat("JSONPatch{op: 'add', path: '", path, "', value: ", value, "}");
}

// A required affinity of one term, where there is none, with what is missing around it.
std::string new_term(Label const& label)
{
    auto const unless = [](std::string_view field, std::string_view patch) {
        return concat("(", field, ".hasValue() ? [] : [", patch, "]) +\n");
    };
    std::string const value = concat(
        required_type, "{nodeSelectorTerms: [\n    ", required_type,
        ".nodeSelectorTerms{matchExpressions: [\n      ", expression_object(label), "]}]}");
    return unless("object.spec.?affinity", add_patch("/spec/affinity", "Object.spec.affinity{}")) +
           unless(
               "object.spec.?affinity.?nodeAffinity",
               add_patch("/spec/affinity/nodeAffinity", "Object.spec.affinity.nodeAffinity{}")) +
           concat("[", add_patch(required_path, value), "]");
}

// One more expression in the term `i`. One without expressions is replaced whole: a list would be no patch's value.
std::string more_in_term(Label const& label)
{
    std::string const term = concat(required, ".nodeSelectorTerms[i]");
    std::string const path = concat("path: '", required_path, "/nodeSelectorTerms/' + string(i)");
    std::string const expression = expression_object(label);
    return concat(
        "size(", term, ".?matchExpressions.orValue([])) > 0 ?\n", "  JSONPatch{op: 'add', ", path,
        " + '/matchExpressions/-',\n    value: ", expression, "} :\n", "  JSONPatch{op: 'replace', ", path,
        ",\n    value: ", required_type, ".nodeSelectorTerms{\n      matchFields: ", term,
        ".matchFields,\n      matchExpressions: [", expression, "]}}");
}

std::string mutation(Label const& label)
{
    return concat(
        if_required, ".hasValue() ?\n  lists.range(size(", required, ".nodeSelectorTerms))\n    .filter(i, [",
        required, ".nodeSelectorTerms[i]].exists(term, !", cel::indented(cel::group(is_done(label)), 3),
        "))\n    .map(i, ", cel::indented(more_in_term(label), 3), ") :\n  ", cel::indented(new_term(label)));
}

MatchCondition is_not_exempt(std::string name, std::string_view field, std::vector<std::string> const& globs)
{
    return {std::move(name), concat("!", field, ".matches(", literal(cel::regex_of(globs)), ")")};
}

}  // namespace

bool has_hard_reservation(Policy const& policy)
{
    return std::ranges::any_of(policy.pools, is_hard);
}

std::string lacks_hard_keep_off(Policy const& policy)
{
    std::string any;
    for (Pool const& pool : policy.pools)
        if (is_hard(pool))
            (any += any.empty() ? "" : " ||\n") += lacks_keep_off(pool.node_selector.front());
    return any;
}

// As admit.cpp takes a pod for a daemon's: an owner reference alone, which anybody may write, softens nothing.
MatchCondition is_no_daemons()
{
    return {
        "is-no-daemons",
        "!(request.userInfo.username in ['system:serviceaccount:kube-system:daemon-set-controller', "
        "'system:kube-controller-manager'] &&\n"
        "  object.metadata.?ownerReferences.orValue([]).exists(owner,\n"
        "    owner.?controller.orValue(false) && owner.kind == 'DaemonSet'))"};
}

HardReservation make_hard_reservation(Policy const& policy)
{
    HardReservation reservation;
    auto& conditions = reservation.conditions;
    conditions.push_back(
        {"cannot-be-about-gpus", '!' + cel::group(cel::may_be_about_gpus(cel::pod, policy.label))});
    conditions.push_back(is_no_daemons());
    if (!policy.exempt.namespaces.empty())
        conditions.push_back(
            is_not_exempt("is-of-no-exempt-namespace", "request.namespace", policy.exempt.namespaces));
    if (!policy.exempt.users.empty())
        conditions.push_back(
            is_not_exempt("is-of-no-exempt-user", "request.userInfo.username", policy.exempt.users));
    conditions.push_back({"lacks-the-keep-off", lacks_hard_keep_off(policy)});
    for (Pool const& pool : policy.pools)
        if (is_hard(pool))
            reservation.mutations.push_back(mutation(pool.node_selector.front()));
    return reservation;
}

}  // namespace slicegate::policy
