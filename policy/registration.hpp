// SPDX-License-Identifier: Apache-2.0
// Which reviews the API server has to send for a policy: the webhooks of the registrations, as data. The shipped
// manifests hold those of the compiled-in policy; `slicegate install` renders those of any other.
#pragma once

#include "policy/admit.hpp"
#include "policy/policy.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace slicegate::policy {

// What becomes of a request while slicegate does not answer.
enum class FailurePolicy { fail, ignore };

// Objects of one API group, all of them namespaced.
struct HookRule {
    std::string group;
    std::string version;
    std::vector<std::string> resources;
    std::vector<std::string> operations;
};

struct MatchCondition {
    std::string name;
    std::string expression;  // CEL, of several lines
};

struct Hook {
    std::string name;   // such as validate.slicegate.dev
    std::string about;  // why it is there: one paragraph for whoever reads the registration
    Stage stage;
    std::vector<HookRule> rules;
    FailurePolicy failure_policy;
    std::vector<MatchCondition> conditions;
};

// Who keeps pods without GPUs off the nodes of pools that are reserved hard: the API server itself, by a
// MutatingAdmissionPolicy (Kubernetes 1.36), or the mutating webhook.
enum class KeptOffBy { api_server, webhook };

// In the order in which a registration lists them.
[[nodiscard]] std::vector<Hook> make_hooks(Policy const& policy, KeptOffBy kept_off_by);

// The keys by which a reserved pool may be named, each once.
[[nodiscard]] std::vector<std::string> reserved_keys(Policy const& policy);

// 16 hexadecimal digits that differ where the registrations for two policies do, or those of two versions of
// slicegate for one. An installation that carries another one than slicegate wants is stale.
[[nodiscard]] std::string registration_hash(Policy const& policy);

// The annotation of the registrations that holds it.
inline constexpr std::string_view registration_annotation = "slicegate.dev/registration";

}  // namespace slicegate::policy
