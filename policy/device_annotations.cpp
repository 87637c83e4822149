// SPDX-License-Identifier: Apache-2.0
#include "policy/device_annotations.hpp"

#include <algorithm>
#include <array>

namespace slicegate::policy {

bool is_device_annotation(std::string_view key)
{
    static constexpr std::array<std::string_view, 8> prefixes = {
        "cdi.k8s.io/",    "nvidia.cdi.k8s.io/",         "devices.nri.io",
        "cdi.nri.io",     "devices.noderesource.dev",   "cdi-devices.noderesource.dev",
        "devices.gke.io", "io.kubernetes.cri-o.Devices"};
    return std::any_of(
        prefixes.begin(), prefixes.end(), [&](std::string_view prefix) { return key.starts_with(prefix); });
}

// CRI-O's annotation lists paths, and /dev/fuse is the usual one; /dev/char has the cards by number.
bool may_hand_out_cards(LabelView const& annotation)
{
    return !annotation.key.starts_with("io.kubernetes.cri-o.") ||
           annotation.value.find("nvidia") != std::string_view::npos ||
           annotation.value.find("/dev/char") != std::string_view::npos;
}

// Network cards come by these too, so the value decides. GKE's are left out: its GPUDirect daemons are given the
// cards of their own pod so (gpudirect-tcpx in GoogleCloudPlatform/container-engine-accelerators).
bool names_further_cards(LabelView const& annotation)
{
    constexpr std::array<std::string_view, 3> names = {"nvidia.com/", "gpu=", "/dev/nvidia"};
    return !annotation.key.starts_with("devices.gke.io") &&
           std::any_of(names.begin(), names.end(), [&](std::string_view name) {
               return annotation.value.find(name) != std::string_view::npos;
           });
}

}  // namespace slicegate::policy
