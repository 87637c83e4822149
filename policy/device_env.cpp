// SPDX-License-Identifier: Apache-2.0
#include "policy/device_env.hpp"

namespace slicegate::policy {

bool is_closed(Pod const& pod, Container const& container)
{
    EnvVar const* const var = pod.find_env(container, devices_variable);
    return container.is_hidden || (var != nullptr && !var->has_source && is_no_card(var->value));
}

EnvVar const* legacy_version(Pod const& pod, Container const& container)
{
    auto const is_set = [](EnvVar const* var) {
        return var != nullptr && (var->has_source || !var->value.empty());
    };
    EnvVar const* const version = pod.find_env(container, "CUDA_VERSION");
    bool const is_old = is_set(version) && !is_set(pod.find_env(container, "NVIDIA_REQUIRE_CUDA"));
    bool const is_open = !container.is_hidden && pod.find_env(container, devices_variable) == nullptr;
    return is_old && is_open ? version : nullptr;
}

bool needs_hiding(Pod const& pod, Container const& container)
{
    return !container.is_asking && !container.name.empty() && container.kind != ContainerKind::ephemeral &&
           pod.find_env(container, devices_variable) == nullptr;
}

}  // namespace slicegate::policy
