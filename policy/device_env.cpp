// SPDX-License-Identifier: Apache-2.0
#include "policy/device_env.hpp"

namespace slicegate::policy {

bool is_closed(Pod const& pod, Container const& container)
{
    EnvVar const* const var = pod.find_env(container, devices_variable);
    return container.is_hidden || (var != nullptr && !var->has_source && is_no_card(var->value));
}

bool needs_hiding(Pod const& pod, Container const& container)
{
    return !container.is_asking && !container.name.empty() && container.kind != ContainerKind::ephemeral &&
           pod.find_env(container, devices_variable) == nullptr;
}

}  // namespace slicegate::policy
