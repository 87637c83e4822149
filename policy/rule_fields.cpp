// SPDX-License-Identifier: Apache-2.0
#include "policy/policy_fields.hpp"
#include "policy/rules.hpp"

#include <algorithm>
#include <array>

namespace slicegate::policy::yaml {

void read_rules(Place const& at, Policy& policy)
{
    static constexpr std::array<std::string_view, 4> words = {"deny", "warn", "audit", "off"};
    static constexpr std::array values = {Action::deny, Action::warn, Action::audit, Action::off};
    std::vector<std::string_view> ids;
    for (Rule const& rule : rules())
        ids.push_back(rule.id);
    for_each_entry(at, [&](Place const& entry) {
        auto const row = std::ranges::find(ids, std::string_view(entry.node.key));
        if (row == ids.end())
            entry.refuse("there is no such rule" + suggest(entry.node.key, ids));
        else if (auto const word = read_word(entry, words))
            policy.actions[static_cast<std::size_t>(row - ids.begin())] = values[*word];
    });
}

}  // namespace slicegate::policy::yaml
