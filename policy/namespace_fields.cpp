// SPDX-License-Identifier: Apache-2.0
#include "policy/glob.hpp"
#include "policy/policy_fields.hpp"

#include <array>

namespace slicegate::policy::yaml {

namespace {

void read_match(Place const& at, NamespaceDefaults& defaults)
{
    auto const match = read_text(at);
    if (match && is_namespace_pattern(*match))
        defaults.match = *match;
    else if (match)
        at.refuse(describe(at.node) + " is not the name of a namespace, with * for any run of characters");
}

void read_namespace_unlabelled(Place const& at, NamespaceDefaults& defaults)
{
    read_unlabelled(at, defaults.unlabelled);
}

void read_namespace_rules(Place const& at, NamespaceDefaults& defaults)
{
    read_rules(at, defaults.actions);
}

constexpr std::array namespace_fields = {
    Field<NamespaceDefaults>{
        .name = "match",
        .about = "The namespace's name; * is any run of characters. The first entry that matches holds.",
        .read = read_match,
        .schema = text_schema,
        .need = Need::required},
    Field<NamespaceDefaults>{
        .name = "unlabelled",
        .about = "What a GPU pod without the label becomes there.",
        .read = read_namespace_unlabelled,
        .schema = unlabelled_schema},
    Field<NamespaceDefaults>{
        .name = "rules",
        .about = "Actions of rules that differ there.",
        .read = read_namespace_rules,
        .schema = rules_schema},
};

void check_entry(Place const& at, std::vector<NamespaceDefaults> const& entries, std::size_t index)
{
    NamespaceDefaults const& entry = entries[index];
    if (!entry.unlabelled && entry.actions.empty())
        at.item(index).refuse("changes nothing; give it unlabelled or rules");
    for (std::size_t earlier = 0; earlier < index; ++earlier)
        // A star of the later pattern can only be matched by one of the earlier: then it covers all that it
        // may be.
        if (!entries[earlier].match.empty() && matches_glob(entries[earlier].match, entry.match))
            return at.item(index).field_or_self("match").refuse(
                "is never reached: " + entries[earlier].match + " in " + at.path + '[' +
                std::to_string(earlier) + "] comes first and covers it");
}

}  // namespace

void read_namespaces(Place const& at, Policy& policy)
{
    policy.namespaces.clear();
    for_each_item(at, [&](Place const& item) {
        read_fields<NamespaceDefaults>(item, namespace_fields, policy.namespaces.emplace_back());
    });
    for (std::size_t i = 0; i < policy.namespaces.size(); ++i)
        if (!policy.namespaces[i].match.empty())
            check_entry(at, policy.namespaces, i);
}

std::string namespaces_schema()
{
    return list_schema(object_schema<NamespaceDefaults>(namespace_fields));
}

}  // namespace slicegate::policy::yaml
