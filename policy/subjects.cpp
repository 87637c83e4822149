// SPDX-License-Identifier: Apache-2.0
#include "policy/subjects.hpp"

namespace slicegate::policy {
namespace {

TemplatePath const pod_template{{"spec", "template"}};
TemplatePath const cron_template{{"spec", "jobTemplate", "spec", "template"}};

struct BuiltIn {
    std::string_view group;
    std::string_view kind;
    TemplatePath const* path;
};

// Source: the kinds of k8s.io/api apps/v1, batch/v1 and core/v1 that hold a PodTemplateSpec.
constexpr BuiltIn built_in[] = {
    {"apps", "Deployment", &pod_template},        {"apps", "StatefulSet", &pod_template},
    {"apps", "DaemonSet", &pod_template},         {"apps", "ReplicaSet", &pod_template},
    {"", "ReplicationController", &pod_template}, {"batch", "Job", &pod_template},
    {"batch", "CronJob", &cron_template},
};

}  // namespace

Pod& Subjects::add()
{
    if (size_ == pods_.size())
        pods_.emplace_back();
    pods_[size_].clear();
    return pods_[size_++];
}

void Subjects::clear()
{
    object_.clear();
    size_ = 0;
}

std::span<TemplatePath const>
template_paths(std::string_view group, std::string_view kind, Policy const& policy)
{
    for (BuiltIn const& each : built_in) {
        if (each.group == group && each.kind == kind)
            return {each.path, 1};
    }
    for (Workload const& each : policy.workloads) {
        if (each.group == group && each.kind == kind)
            return each.templates;
    }
    return {};
}

}  // namespace slicegate::policy
