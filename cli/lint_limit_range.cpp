// SPDX-License-Identifier: Apache-2.0
// LimitRanges as kube-apiserver fills them in and holds pods against them: SetDefaults_LimitRangeItem in
// pkg/apis/core/v1/defaults.go, maxConstraint and minConstraint in plugin/pkg/admission/limitranger of Kubernetes.
#include "cli/lint.hpp"
#include "policy/gpu_group.hpp"
#include "policy/text.hpp"

#include <algorithm>

namespace slicegate::cli {

namespace {

using nlohmann::json;

bool is_gpu(policy::Policy const& policy, std::string const& resource)
{
    return policy::find_gpu_group(policy, resource) || resource.starts_with("nvidia.com/gpu") ||
           resource.starts_with("nvidia.com/mig-");
}

bool is_zero(json const& amount)
{
    return amount == json("0") || amount == json(0);
}

std::string fix_for(std::string const& resource)
{
    return "take " + resource +
           " out of the LimitRange; for a team's limit there is a ResourceQuota with requests." + resource +
           ", for a pod's maxPerPod of the policy";
}

// What of a container's defaults a field becomes.
void check_default(
    Part const& part, std::string const& path, std::string const& field, std::string const& resource,
    json const& amount, LintFindings& findings)
{
    bool const is_request = field == "defaultRequest" || field == "min";
    std::string what = "gives every container that says nothing " + show(amount) + " of it";
    if (field == "max")
        what = "is " + show(amount) + ", and a maximum without a default is the default too";
    if (is_request)
        what = "makes every container that says nothing request " + show(amount) + " of it";
    report(
        findings, part, path,
        {"limit-range", std::move(what),
         is_request
             ? "a GPU request without an equal limit is no valid pod, so pods that have nothing to do with "
               "GPUs are refused"
             : "sidecars and pods that have nothing to do with GPUs take cards, and wait where there are "
               "none",
         fix_for(resource)});
}

void check_container(
    Part const& part, json const& item, std::string const& path, policy::Policy const& policy,
    LintFindings& findings)
{
    for (std::string const field : {"default", "max", "defaultRequest", "min"}) {
        auto const* const amounts = find_field(item, field);
        if (amounts == nullptr || !amounts->is_object())
            continue;
        for (auto const& [resource, amount] : amounts->items()) {
            bool const is_first = field == "default" || find_field(item, {"default", resource}) == nullptr;
            // The server writes the defaults that follow from others into the object: one finding is enough.
            bool const follows =
                field == "defaultRequest" && find_field(item, {"default", resource}) != nullptr;
            bool const is_overruled =
                field == "min" && (find_field(item, {"defaultRequest", resource}) != nullptr ||
                                   find_field(item, {"max", resource}) != nullptr);
            if (!is_gpu(policy, resource) || is_zero(amount) || !is_first || follows || is_overruled)
                continue;
            std::string at = path;
            (at += '.') += field;
            policy::append_path_key(at, resource);
            check_default(part, at, field, resource, amount, findings);
        }
    }
}

void check_pod(
    Part const& part, json const& item, std::string const& path, policy::Policy const& policy,
    LintFindings& findings)
{
    for (std::string const field : {"max", "min"}) {
        auto const* const amounts = find_field(item, field);
        if (amounts == nullptr || !amounts->is_object())
            continue;
        for (auto const& [resource, amount] : amounts->items()) {
            if (!is_gpu(policy, resource))
                continue;
            std::string at = path;
            (at += '.') += field;
            policy::append_path_key(at, resource);
            report(
                findings, part, at,
                {"limit-range", "is " + show(amount) + " for type Pod",
                 "a pod that says nothing of " + resource +
                     " is then refused (\"No limit is specified\"), also one that has nothing to do with "
                     "GPUs",
                 fix_for(resource)});
        }
    }
}

}  // namespace

void lint_limit_range(Part const& part, policy::Policy const& policy, LintFindings& findings)
{
    auto const* const limits = find_field(part.value(), {"spec", "limits"});
    if (limits == nullptr || !limits->is_array())
        return;
    for (std::size_t i = 0; i < limits->size(); ++i) {
        std::string const path = "spec.limits[" + std::to_string(i) + ']';
        std::string const type = text_of((*limits)[i], "type");
        if (type == "Container")
            check_container(part, (*limits)[i], path, policy, findings);
        else if (type == "Pod")
            check_pod(part, (*limits)[i], path, policy, findings);
    }
}

}  // namespace slicegate::cli
