// SPDX-License-Identifier: Apache-2.0
#include "policy/rules.hpp"

#include "policy/rules/all.hpp"

#include <algorithm>
#include <array>

namespace slicegate::policy {
namespace {

constexpr std::array table = {
    Rule{"single-slice", Action::deny, Occasion::create, single_slice},
    Rule{"gpu-request-shape", Action::deny, Occasion::create, gpu_request_shape},
    Rule{"access-label", Action::deny, Occasion::create, access_label},
    Rule{"label-needs-gpu", Action::deny, Occasion::create, label_needs_gpu},
    Rule{"access-required", Action::deny, Occasion::create, access_required},
    Rule{"dedicated-placement", Action::deny, Occasion::create, dedicated_placement},
    Rule{"shared-placement", Action::deny, Occasion::create, shared_placement},
    Rule{"pool-conflict", Action::deny, Occasion::create, pool_conflict},
    Rule{"reserved-pool", Action::deny, Occasion::create, reserved_pool},
    Rule{"node-name", Action::deny, Occasion::create, node_name},
    Rule{"label-change", Action::deny, Occasion::update, label_change},
};

constexpr bool has_unique_ids()
{
    for (std::size_t i = 0; i < table.size(); ++i) {
        for (std::size_t j = i + 1; j < table.size(); ++j) {
            if (table[i].id == table[j].id)
                return false;
        }
    }
    return true;
}
static_assert(has_unique_ids());

}  // namespace

std::span<Rule const> rules()
{
    return table;
}

Action action_of(Policy const& policy, std::string_view id)
{
    auto const row =
        std::find_if(table.begin(), table.end(), [&](Rule const& rule) { return rule.id == id; });
    return policy.actions[static_cast<std::size_t>(row - table.begin())];
}

}  // namespace slicegate::policy
