// SPDX-License-Identifier: Apache-2.0
#include "policy/rules.hpp"

#include "policy/rules/all.hpp"

#include <algorithm>
#include <array>

namespace slicegate::policy {
namespace {

constexpr std::array table = {
    Rule{"single-slice", Action::deny, When::always, single_slice},
    Rule{"gpu-request-shape", Action::deny, When::always, gpu_request_shape},
    Rule{"access-label", Action::deny, When::always, access_label},
    Rule{"label-needs-gpu", Action::deny, When::always, label_needs_gpu},
    Rule{"access-required", Action::deny, When::creation, access_required},
    Rule{"dedicated-placement", Action::deny, When::creation, dedicated_placement},
    Rule{"shared-placement", Action::deny, When::creation, shared_placement},
    Rule{"pool-conflict", Action::deny, When::creation, pool_conflict},
    Rule{"reserved-pool", Action::deny, When::creation, reserved_pool},
    Rule{"node-name", Action::deny, When::creation, node_name},
    Rule{"label-change", Action::deny, When::update, label_change},
    Rule{"visible-devices", Action::warn, When::always, visible_devices},
    Rule{"mig-profile", Action::deny, When::creation, mig_profile},
    Rule{"card-memory", Action::deny, When::always, card_memory},
    Rule{"memory-fraction", Action::warn, When::creation, memory_fraction},
    Rule{"surge-deadlock", Action::warn, When::creation, surge_deadlock},
    Rule{"daemonset-dedicate", Action::deny, When::creation, daemonset_dedicate},
    Rule{"daemonset-pool", Action::deny, When::creation, daemonset_pool},
    Rule{"repels-others", Action::deny, When::creation, repels_others},
    Rule{"scheduler-name", Action::warn, When::creation, scheduler_name},
    Rule{"idle-cards", Action::warn, When::creation, idle_cards},
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

bool is_asked(When when, Occasion occasion)
{
    switch (when) {
    case When::creation:
        return occasion == Occasion::create || occasion == Occasion::gated;
    case When::always:
        return occasion != Occasion::parting;
    case When::update:
        break;
    }
    return occasion != Occasion::create && occasion != Occasion::addition;
}

Action action_of(Policy const& policy, std::string_view id)
{
    auto const row =
        std::find_if(table.begin(), table.end(), [&](Rule const& rule) { return rule.id == id; });
    return policy.actions[static_cast<std::size_t>(row - table.begin())];
}

}  // namespace slicegate::policy
