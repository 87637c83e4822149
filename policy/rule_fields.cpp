// SPDX-License-Identifier: Apache-2.0
#include "policy/policy_fields.hpp"
#include "policy/policy_words.hpp"
#include "policy/rules.hpp"

#include <algorithm>
#include <cstddef>

namespace slicegate::policy::yaml {

void read_rules(Place const& at, Policy& policy)
{
    std::vector<std::string_view> ids;
    for (Rule const& rule : rules())
        ids.push_back(rule.id);
    for_each_entry(at, [&](Place const& entry) {
        auto const row = std::ranges::find(ids, std::string_view(entry.node.key));
        if (row == ids.end())
            entry.refuse("there is no such rule" + suggest(entry.node.key, ids));
        else if (auto const word = read_word(entry, action_words))
            policy.actions[static_cast<std::size_t>(row - ids.begin())] = static_cast<Action>(*word);
    });
}

}  // namespace slicegate::policy::yaml
