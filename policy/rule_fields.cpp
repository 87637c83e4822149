// SPDX-License-Identifier: Apache-2.0
#include "policy/policy_fields.hpp"
#include "policy/policy_words.hpp"
#include "policy/rules.hpp"

#include <algorithm>
#include <cstddef>

namespace slicegate::policy::yaml {

namespace {

std::vector<std::string_view> rule_ids()
{
    std::vector<std::string_view> ids;
    for (Rule const& rule : rules())
        ids.push_back(rule.id);
    return ids;
}

}  // namespace

void read_rules(Place const& at, std::vector<std::optional<Action>>& actions)
{
    auto const ids = rule_ids();
    actions.resize(ids.size());
    for_each_entry(at, [&](Place const& entry) {
        auto const row = std::ranges::find(ids, std::string_view(entry.node.key));
        if (row == ids.end())
            entry.refuse("there is no such rule" + suggest(entry.node.key, ids));
        else if (auto const word = read_word(entry, action_words))
            actions[static_cast<std::size_t>(row - ids.begin())] = static_cast<Action>(*word);
    });
}

std::string rules_schema()
{
    ObjectSchema object;
    for (Rule const& rule : rules())
        object.add(
            rule.id, "What a violation of this rule leads to.", word_schema(action_words), Need::optional);
    return object.render();
}

}  // namespace slicegate::policy::yaml
