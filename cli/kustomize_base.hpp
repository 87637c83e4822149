// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <vector>

namespace slicegate::cli {

// What differs from manifests/base as it stands.
struct BaseChanges {
    std::string namespace_;
    std::string image;                  // empty: that of the kustomization
    std::optional<int> replicas;        // that of the Deployment where absent
    std::optional<std::string> policy;  // the text of policy.yaml; that of the base where absent
};

// The objects that kustomize makes of manifests/base, the registrations left out: namespace, labels, image and
// ConfigMap as its kustomization says. In the order in which they can be applied.
[[nodiscard]] std::vector<nlohmann::ordered_json> kustomize_base(BaseChanges const& changes);

// The value of the label app.kubernetes.io/name on all of them.
[[nodiscard]] std::string base_app_label();

}  // namespace slicegate::cli
