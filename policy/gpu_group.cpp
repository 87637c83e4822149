// SPDX-License-Identifier: Apache-2.0
#include "policy/gpu_group.hpp"

#include <algorithm>

namespace slicegate::policy {
namespace {

template <class Matches> std::optional<std::size_t> find_group(Policy const& policy, Matches matches)
{
    auto const found = std::find_if(policy.gpus.begin(), policy.gpus.end(), [&](GpuGroup const& group) {
        return std::any_of(group.resources.begin(), group.resources.end(), matches);
    });
    if (found == policy.gpus.end())
        return std::nullopt;
    return static_cast<std::size_t>(found - policy.gpus.begin());
}

}  // namespace

std::optional<std::size_t> find_gpu_group(Policy const& policy, std::string_view resource)
{
    if (auto const exact = find_group(policy, [&](std::string_view name) { return name == resource; }))
        return exact;
    return find_group(policy, [&](std::string_view name) {
        return name.ends_with('*') && resource.starts_with(name.substr(0, name.size() - 1));
    });
}

}  // namespace slicegate::policy
