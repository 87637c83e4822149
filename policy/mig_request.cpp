// SPDX-License-Identifier: Apache-2.0
#include "policy/mig_request.hpp"

namespace slicegate::policy {

std::optional<std::string_view> mig_profile_of(GpuRequest const& gpu)
{
    constexpr std::string_view prefix = "nvidia.com/mig-";
    constexpr std::string_view replica = ".shared";
    if (!gpu.is_asking() || !gpu.resource.starts_with(prefix))
        return std::nullopt;
    auto profile = gpu.resource.substr(prefix.size());
    if (profile.ends_with(replica))
        profile.remove_suffix(replica.size());
    return profile;
}

}  // namespace slicegate::policy
