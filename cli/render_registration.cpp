// SPDX-License-Identifier: Apache-2.0
#include "cli/render_registration.hpp"

#include "cli/write_yaml.hpp"
#include "policy/hard_reservation.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <vector>

namespace slicegate::cli {
namespace {

using nlohmann::ordered_json;
using policy::Hook;
using policy::Stage;

constexpr std::string_view api_version = "admissionregistration.k8s.io/v1";
constexpr std::size_t comment_width = 118;
// kube-apiserver's own default is 10 s, which is long for somebody who waits at kubectl.
constexpr int timeout_seconds = 5;

ordered_json head_of(char const* kind, policy::Policy const& policy, RegistrationTarget const& target)
{
    ordered_json metadata = {{"name", "slicegate"}};
    if (!target.app_label.empty())
        metadata["labels"] = {{"app.kubernetes.io/name", target.app_label}};
    metadata["annotations"] = {{policy::registration_annotation, policy::registration_hash(policy)}};
    return {{"apiVersion", api_version}, {"kind", kind}, {"metadata", std::move(metadata)}};
}

ordered_json client_config(Hook const& hook, RegistrationTarget const& target)
{
    ordered_json config = {
        {"service",
         {{"namespace", target.namespace_},
          {"name", "slicegate"},
          {"path", hook.stage == Stage::mutate ? "/mutate" : "/validate"},
          {"port", 443}}}};
    if (!target.ca_bundle.empty())
        config["caBundle"] = target.ca_bundle;
    return config;
}

ordered_json rules_of(Hook const& hook)
{
    ordered_json rules = ordered_json::array();
    for (policy::HookRule const& rule : hook.rules)
        rules.push_back(
            {{"apiGroups", {rule.group}},
             {"apiVersions", {rule.version}},
             {"resources", rule.resources},
             {"operations", rule.operations},
             {"scope", "Namespaced"}});
    return rules;
}

// These must start while slicegate is down. By the label that the API server itself sets: any other would be a way
// out for whoever may label the object.
ordered_json other_namespaces(RegistrationTarget const& target)
{
    ordered_json const left_out = {target.namespace_, "kube-system"};
    return {
        {"matchExpressions",
         ordered_json::array(
             {{{"key", "kubernetes.io/metadata.name"}, {"operator", "NotIn"}, {"values", left_out}}})}};
}

ordered_json conditions_of(std::vector<policy::MatchCondition> const& conditions)
{
    ordered_json list = ordered_json::array();
    for (policy::MatchCondition const& condition : conditions)
        list.push_back({{"name", condition.name}, {"expression", condition.expression}});
    return list;
}

ordered_json hook_object(Hook const& hook, RegistrationTarget const& target)
{
    bool const is_fail = hook.failure_policy == policy::FailurePolicy::fail && !target.is_audit_only;
    ordered_json object = {
        {"name", hook.name},
        {"admissionReviewVersions", {"v1", "v1beta1"}},
        {"clientConfig", client_config(hook, target)},
        {"rules", rules_of(hook)},
        {"failurePolicy", is_fail ? "Fail" : "Ignore"},
        {"matchPolicy", "Equivalent"}};
    if (hook.stage == Stage::mutate)
        object["reinvocationPolicy"] = "IfNeeded";  // a later webhook may add a GPU
    object["sideEffects"] = "None";
    object["timeoutSeconds"] = timeout_seconds;
    object["namespaceSelector"] = other_namespaces(target);
    object["matchConditions"] = conditions_of(hook.conditions);
    return object;
}

std::string comment(std::string_view text)
{
    std::string out;
    while (!text.empty()) {
        std::size_t end = text.size();
        if (end > comment_width) {
            auto const space = text.rfind(' ', comment_width);
            end = space == std::string_view::npos ? end : space;
        }
        out.append("# ").append(text.substr(0, end)) += '\n';
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

ordered_json match_constraints(RegistrationTarget const& target)
{
    ordered_json const rule = {
        {"apiGroups", {""}},
        {"apiVersions", {"v1"}},
        {"resources", {"pods"}},
        {"operations", {"CREATE"}},
        {"scope", "Namespaced"}};
    return {
        {"matchPolicy", "Equivalent"},
        {"namespaceSelector", other_namespaces(target)},
        {"resourceRules", ordered_json::array({rule})}};
}

ordered_json mutations_of(policy::HardReservation const& reservation)
{
    ordered_json list = ordered_json::array();
    for (std::string const& mutation : reservation.mutations)
        list.push_back({{"patchType", "JSONPatch"}, {"jsonPatch", {{"expression", mutation}}}});
    return list;
}

}  // namespace

std::string render_registration(policy::Policy const& policy, Stage stage, RegistrationTarget const& target)
{
    char const* const kind =
        stage == Stage::mutate ? "MutatingWebhookConfiguration" : "ValidatingWebhookConfiguration";
    std::string text = write_yaml(head_of(kind, policy, target)) + "webhooks:\n";
    char const* separator = "";
    for (Hook const& hook : policy::make_hooks(policy, target.kept_off_by)) {
        if (hook.stage != stage)
            continue;
        text +=
            separator + comment(hook.about) + write_yaml(ordered_json::array({hook_object(hook, target)}));
        separator = "\n";
    }
    return text;
}

std::string render_hard_reservation(policy::Policy const& policy, RegistrationTarget const& target)
{
    if (!policy::has_hard_reservation(policy) || target.kept_off_by == policy::KeptOffBy::webhook)
        return {};
    auto const reservation = policy::make_hard_reservation(policy);
    auto kept_off = head_of("MutatingAdmissionPolicy", policy, target);
    // Fail: nothing is called that could be down. What is refused has thousands of node selector terms.
    kept_off["spec"] = {
        {"failurePolicy", target.is_audit_only ? "Ignore" : "Fail"},
        {"reinvocationPolicy", "IfNeeded"},  // a webhook may add a term
        {"matchConstraints", match_constraints(target)},
        {"matchConditions", conditions_of(reservation.conditions)},
        {"mutations", mutations_of(reservation)}};
    auto binding = head_of("MutatingAdmissionPolicyBinding", policy, target);
    binding["spec"] = {{"policyName", "slicegate"}};
    return comment("reserved: hard. Pods without GPUs are kept off these pools inside the API server: "
                   "nothing waits for "
                   "slicegate.") +
           write_yaml(kept_off) + "---\n" + write_yaml(binding);
}

}  // namespace slicegate::cli
