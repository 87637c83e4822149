// SPDX-License-Identifier: Apache-2.0
#include "policy/policy.hpp"

#include "policy/rules.hpp"

namespace slicegate::policy {

Policy make_default_policy()
{
    Policy policy{
        .name = "default",
        .label = "slicegate.dev/gpu",
        .unlabelled = Unlabelled::share,
        // The device plugin's own name, and the one it advertises with renameByDefault; MIG instances are
        // hardware partitions and need no limit.
        .gpus =
            {{.resources = {"nvidia.com/gpu", "nvidia.com/gpu.shared"}, .max_per_pod = 1},
             {.resources = {"nvidia.com/mig-*"}, .max_per_pod = std::nullopt}},
        // No shared pool: few clusters label their shared nodes, and a selector that no node carries would
        // leave every GPU pod pending.
        .pools =
            {{.name = "dedicated",
              .access = Access::dedicate,
              .node_selector = {{.key = std::string(pool_label), .value = "dedicated"}},
              .reserved = Reservation::soft,
              .cards_per_node = 1}},
        .exempt = {.namespaces = {"kube-system"}},
        .schedulers = {"default-scheduler"},
    };
    for (Rule const& rule : rules())
        policy.actions.push_back(rule.default_action);
    return policy;
}

}  // namespace slicegate::policy
