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

// Whether hiding the cards from it changes something: it asks for none and says nothing itself. One without a
// name, which the API server refuses, may be no object to patch; no ephemeral one is there on CREATE.
[[nodiscard]] bool needs_hiding(Pod const& pod, Container const& container);

}  // namespace slicegate::policy
