// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/policy.hpp"
#include "policy/registration.hpp"

#include <string>
#include <string_view>

namespace slicegate::cli {

// Where reviews are sent, and what the objects carry beside their hooks.
struct RegistrationTarget {
    std::string namespace_ = "slicegate-system";  // of the Service slicegate
    std::string ca_bundle;                        // base64; empty: for others to put in
    std::string app_label;                        // app.kubernetes.io/name; empty: for others to put in
    bool is_audit_only = false;                   // no pod waits for slicegate: Ignore everywhere
    policy::KeptOffBy kept_off_by = policy::KeptOffBy::api_server;
};

// The MutatingWebhookConfiguration or the ValidatingWebhookConfiguration that the policy wants, as YAML, with the
// reason of each hook as a comment.
[[nodiscard]] std::string
render_registration(policy::Policy const& policy, policy::Stage stage, RegistrationTarget const& target);

// The MutatingAdmissionPolicy for pools that are reserved hard, and its binding; empty where there is none, or where
// the webhook does it.
[[nodiscard]] std::string
render_hard_reservation(policy::Policy const& policy, RegistrationTarget const& target);

}  // namespace slicegate::cli
