// SPDX-License-Identifier: Apache-2.0
// Annotations by which a plugin of the runtime (CDI, NRI and its kin) hands devices to containers, whatever they
// asked for.
#pragma once

#include "policy/pod.hpp"

#include <string_view>

namespace slicegate::policy {

// Sources: NVIDIA container toolkit, containerd/nri device-injector, GKE's injector, CRI-O.
[[nodiscard]] bool is_device_annotation(std::string_view key);

// Whether it may give cards to a pod that asks for none.
[[nodiscard]] bool may_hand_out_cards(LabelView const& annotation);

// Whether it names cards beside those that the pod asks for.
[[nodiscard]] bool names_further_cards(LabelView const& annotation);

}  // namespace slicegate::policy
