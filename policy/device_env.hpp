// SPDX-License-Identifier: Apache-2.0
// The variable by which the NVIDIA runtime decides which cards a container sees, whatever it asked for.
#pragma once

#include "policy/pod.hpp"

#include <string_view>

namespace slicegate::policy {

inline constexpr std::string_view devices_variable = "NVIDIA_VISIBLE_DEVICES";

// Whether the runtime takes the value for no card at all (VisibleDevices in the NVIDIA container toolkit).
[[nodiscard]] constexpr bool is_no_card(std::string_view value)
{
    return value.empty() || value == "void" || value == "none";
}

// Whether the container's own env says, or the patch makes it say, that it sees no card: this wins over the
// image and over envFrom.
[[nodiscard]] bool is_closed(Pod const& pod, Container const& container);

// CUDA_VERSION where the container's own env makes its image one of the old kind, from before
// NVIDIA_REQUIRE_CUDA: the runtime gives these all cards unless NVIDIA_VISIBLE_DEVICES is set (IsLegacy and
// DevicesFromEnvvars in the NVIDIA container toolkit, internal/config/image/cuda_image.go). nullptr: it is none,
// or something is set.
[[nodiscard]] EnvVar const* legacy_version(Pod const& pod, Container const& container);

// Whether envFrom with this prefix is there to make NVIDIA_ variables. Of one letter it may be chance.
[[nodiscard]] constexpr bool makes_nvidia_names(std::string_view prefix)
{
    return prefix.starts_with("NVIDIA_") || (prefix.size() > 1 && devices_variable.starts_with(prefix));
}

// Whether hiding the cards from it changes something: it asks for none and says nothing itself. One without a
// name, which the API server refuses, may be no object to patch; no ephemeral one is there on CREATE.
[[nodiscard]] bool needs_hiding(Pod const& pod, Container const& container);

}  // namespace slicegate::policy
