// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/manifest.hpp"

#include <string>
#include <string_view>

namespace slicegate::cli {

// Who made it. Mirror pods are written by their kubelet, a DaemonSet's pods by its controller: so the engine
// knows them. Of others nothing tells.
[[nodiscard]] std::string user_of(Manifest const& manifest);

// Writes the AdmissionReview that kube-apiserver would send for the creation of this object. An object of a
// cluster comes from whom it came from there, and without the node that its scheduler has chosen since.
void wrap(
    std::string& review, std::string_view json, Manifest const& manifest, std::string_view default_namespace);

}  // namespace slicegate::cli
