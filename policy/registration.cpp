// SPDX-License-Identifier: Apache-2.0
#include "policy/registration.hpp"

#include "policy/cel.hpp"
#include "policy/device_env.hpp"
#include "policy/hard_reservation.hpp"

#include <algorithm>
#include <utility>

namespace slicegate::policy {
namespace {

std::vector<std::string> const creates = {"CREATE"};
std::vector<std::string> const creates_and_updates = {"CREATE", "UPDATE"};
std::vector<std::string> const updates = {"UPDATE"};

std::vector<HookRule> workload_rules()
{
    return {
        {"apps", "v1", {"deployments", "statefulsets", "daemonsets", "replicasets"}, creates_and_updates},
        {"batch", "v1", {"jobs", "cronjobs"}, creates_and_updates},
        {"", "v1", {"replicationcontrollers"}, creates_and_updates}};
}

HookRule pod_rule(std::vector<std::string> resources, std::vector<std::string> operations)
{
    return {"", "v1", std::move(resources), std::move(operations)};
}

std::string on_update(std::string const& condition)
{
    return "request.operation != 'UPDATE' ||\n" + condition;
}

std::string label_changes(Policy const& policy)
{
    return cel::changes("metadata.?labels[?" + cel::literal(policy.label) + ']');
}

// Only gates let a pod's placement change.
std::string moves_while_gated()
{
    return "size(oldObject.spec.?schedulingGates.orValue([])) > 0 && " +
           cel::group(cel::changes("spec.?nodeSelector") + " ||\n" + cel::changes("spec.?affinity"));
}

constexpr std::string_view is_of_subresource = "request.?subResource.orValue('') != ''";

Hook mutate_hook(Policy const& policy)
{
    return {
        .name = "mutate.slicegate.dev",
        .about = "New pods that may be about GPUs get the label and the placement that keeps its word.",
        .stage = Stage::mutate,
        .rules = {pod_rule({"pods"}, creates)},
        .failure_policy = FailurePolicy::fail,
        .conditions = {{"may-be-about-gpus", cel::may_be_about_gpus(cel::pod, policy.label)}}};
}

std::string lacks_hiding()
{
    return cel::any_container(
        {"object.spec", "object.metadata", false},
        "!container.?env.orValue([]).exists(variable, variable.name == " + cel::literal(devices_variable) +
            ')');
}

// What the policy has slicegate write into pods without GPUs; empty where it is nothing.
std::string lacks_something(Policy const& policy, KeptOffBy kept_off_by)
{
    std::string lacks = policy.hide_gpus ? lacks_hiding() : "";
    if (kept_off_by == KeptOffBy::webhook && has_hard_reservation(policy))
        (lacks += lacks.empty() ? "" : " ||\n") +=
            is_no_daemons().expression + " && " + cel::group(lacks_hard_keep_off(policy));
    return lacks;
}

Hook mutate_others_hook(Policy const& policy, std::string lacks)
{
    return {
        .name = "mutate-others.slicegate.dev",
        .about = "Pods without GPUs get what the policy asks for (hideGpus, reserved: hard) while slicegate "
                 "is up, "
                 "and run without it while it is not.",
        .stage = Stage::mutate,
        .rules = {pod_rule({"pods"}, creates)},
        .failure_policy = FailurePolicy::ignore,
        .conditions = {
            {"is-left-alone-by-mutate", '!' + cel::group(cel::may_be_about_gpus(cel::pod, policy.label))},
            {"lacks-what-the-policy-adds", std::move(lacks)}}};
}

Hook validate_hook(Policy const& policy)
{
    std::string const changes =
        label_changes(policy) + " ||\n" +
        cel::changes("metadata.?annotations[?" + cel::literal(memory_annotation) + ']') + " ||\n" +
        moves_while_gated();
    return {
        .name = "validate.slicegate.dev",
        .about =
            "All that a creation or an update can do to the promise. Other updates (finalizers, annotations, "
            "the "
            "kubelet's heartbeats) never wait; pods/status is here because labels change through it too.",
        .stage = Stage::validate,
        .rules = {pod_rule({"pods"}, creates_and_updates), pod_rule({"pods/status"}, updates)},
        .failure_policy = FailurePolicy::fail,
        .conditions = {
            {"creates-or-changes-what-is-judged", on_update(changes)},
            {"may-be-about-gpus", cel::may_be_about_gpus(cel::pod, policy.label) +
                                      "\n|| (oldObject != null && " +
                                      cel::has_label("oldObject.metadata", policy.label) + ')'}}};
}

std::string template_changes(Policy const& policy)
{
    return on_update(
        cel::changes("spec.?template") + " ||\n" + cel::changes("spec.?jobTemplate") + " ||\n" +
        label_changes(policy));
}

std::string template_may_be_about_gpus(Policy const& policy)
{
    return cel::any_template(cel::may_be_about_gpus(cel::pod_template, policy.label)) + "\n|| " +
           cel::has_label("object.metadata", policy.label);
}

MatchCondition is_not_made_from_a_judged_template()
{
    return {
        "is-not-made-from-a-judged-template",
        "!(request.kind.kind in ['ReplicaSet', 'Job'] &&\n"
        "  object.metadata.?ownerReferences.orValue([]).exists(owner,\n"
        "    owner.?controller.orValue(false) && owner.kind in ['Deployment', 'CronJob']))"};
}

Hook templates_hook(Policy const& policy)
{
    return {
        .name = "templates.slicegate.dev",
        .about =
            "What makes pods, so that its author is refused, and not a controller out of sight. Scaling, "
            "status "
            "and annotations never wait. Of what a Deployment or a CronJob makes, their own template was "
            "judged: "
            "refused once more, a ReplicaSet or Job would only hide the reason one level further down, for "
            "instance where the Deployment is older than slicegate. A forged owner gains nothing, for the "
            "pods "
            "themselves are judged. Fail: of a DaemonSet, its pods are warned at most.",
        .stage = Stage::validate,
        .rules = workload_rules(),
        .failure_policy = FailurePolicy::fail,
        .conditions = {
            is_not_made_from_a_judged_template(),
            {"creates-or-changes-a-template", template_changes(policy)},
            {"may-be-about-gpus", template_may_be_about_gpus(policy)}}};
}

Hook advise_hook(Policy const& policy)
{
    auto const keys = reserved_keys(policy);
    std::string const may_be = cel::may_be_about_gpus(cel::pod, policy.label);
    std::string const of_subresource{is_of_subresource};
    return {
        .name = "advise.slicegate.dev",
        .about = "Pods without GPUs that have to do with them all the same, and what is added to a running "
                 "pod: no GPU "
                 "can be, the API server itself sees to that. They are told so while slicegate is up, and "
                 "run on while "
                 "it is not.",
        .stage = Stage::validate,
        .rules =
            {pod_rule({"pods"}, creates_and_updates),
             pod_rule({"pods/ephemeralcontainers", "pods/resize"}, updates)},
        .failure_policy = FailurePolicy::ignore,
        .conditions = {
            {"creates-moves-or-adds", on_update(of_subresource + " ||\n" + moves_while_gated())},
            {"is-left-alone-by-validate", of_subresource + " || !" + cel::group(may_be)},
            {"has-to-do-with-gpus", '(' + of_subresource + " && " + cel::group(may_be) + ")\n|| " +
                                        cel::has_to_do_with_gpus(cel::pod, policy.label, keys)}}};
}

Hook advise_templates_hook(Policy const& policy)
{
    return {
        .name = "advise-templates.slicegate.dev",
        .about = "Templates without GPUs that have to do with them, and a changed strategy that dedicated "
                 "pods may have "
                 "to wait for: their author is told while slicegate is up, and waits for nothing while it is "
                 "not. Their "
                 "pods are judged by advise.slicegate.dev.",
        .stage = Stage::validate,
        .rules = workload_rules(),
        .failure_policy = FailurePolicy::ignore,
        .conditions = {
            is_not_made_from_a_judged_template(),
            {"creates-or-changes-a-template-or-strategy",
             template_changes(policy) + " ||\n" + cel::changes("spec.?strategy")},
            // To compare the templates once more would cost as much as all the rest.
            {"is-left-alone-by-templates", "request.operation == 'UPDATE' && " +
                                               cel::changes("spec.?strategy") + " || !" +
                                               cel::group(template_may_be_about_gpus(policy))},
            {"has-to-do-with-gpus",
             cel::any_template(
                 cel::has_label(cel::pod_template.metadata, policy.label) + "\n|| " +
                 cel::has_to_do_with_gpus(cel::pod_template, policy.label, reserved_keys(policy)))}}};
}

std::vector<HookRule> further_rules(Policy const& policy)
{
    std::vector<HookRule> rules;
    for (Workload const& workload : policy.workloads) {
        auto const same = std::ranges::find(rules, workload.group, &HookRule::group);
        if (same == rules.end())
            rules.push_back({workload.group, "*", {workload.resource}, creates_and_updates});
        else if (std::ranges::find(same->resources, workload.resource) == same->resources.end())
            same->resources.push_back(workload.resource);
    }
    return rules;
}

// Their templates stand below one of two keys.
std::string content_changes(Policy const& policy)
{
    std::string changes;
    for (std::string const root : {"spec", "template"}) {
        bool const is_used = std::ranges::any_of(policy.workloads, [&](Workload const& workload) {
            return std::ranges::any_of(
                workload.templates, [&](TemplatePath const& path) { return path.steps.front() == root; });
        });
        if (is_used)
            changes += cel::concat(changes.empty() ? "" : " || ", "object.?", root, " != oldObject.?", root);
    }
    return "request.operation != 'UPDATE' || " + changes;
}

Hook further_kinds_hook(Policy const& policy)
{
    return {
        .name = "further-kinds.slicegate.dev",
        .about = "The kinds that the policy lists under workloads. Ignore: the pods that come of them are "
                 "judged in any "
                 "case, and operators write these objects too.",
        .stage = Stage::validate,
        .rules = further_rules(policy),
        .failure_policy = FailurePolicy::ignore,
        .conditions = {{"creates-or-changes-the-spec", content_changes(policy)}}};
}

}  // namespace

std::vector<Hook> make_hooks(Policy const& policy, KeptOffBy kept_off_by)
{
    std::vector<Hook> hooks = {mutate_hook(policy)};
    if (auto lacks = lacks_something(policy, kept_off_by); !lacks.empty())
        hooks.push_back(mutate_others_hook(policy, std::move(lacks)));
    hooks.push_back(validate_hook(policy));
    hooks.push_back(templates_hook(policy));
    hooks.push_back(advise_hook(policy));
    hooks.push_back(advise_templates_hook(policy));
    if (!policy.workloads.empty())
        hooks.push_back(further_kinds_hook(policy));
    return hooks;
}

std::vector<std::string> reserved_keys(Policy const& policy)
{
    std::vector<std::string> keys;
    for (Pool const& pool : policy.pools) {
        if (pool.reserved == Reservation::none)
            continue;
        std::string const& key = pool.node_selector.front().key;
        if (std::ranges::find(keys, key) == keys.end())
            keys.push_back(key);
    }
    return keys;
}

}  // namespace slicegate::policy
