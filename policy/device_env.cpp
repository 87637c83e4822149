// SPDX-License-Identifier: Apache-2.0
#include "policy/device_env.hpp"

namespace slicegate::policy {

bool is_closed(Pod const& pod, Container const& container)
{
    EnvVar const* const var = pod.find_env(container, devices_variable);
    return var != nullptr && !var->has_source && is_no_card(var->value);
}

}  // namespace slicegate::policy
