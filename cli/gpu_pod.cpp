// SPDX-License-Identifier: Apache-2.0
#include "cli/gpu_pod.hpp"

#include "cli/wrap.hpp"
#include "policy/edits.hpp"
#include "policy/json_reader.hpp"
#include "policy/kubernetes_names.hpp"
#include "policy/parse_subjects.hpp"
#include "policy/review.hpp"
#include "policy/scope.hpp"
#include "policy/text.hpp"

namespace slicegate::cli {

namespace {

bool is_exempt(Manifest const& manifest, std::string_view namespace_, policy::Policy const& policy)
{
    auto const user = user_of(manifest);
    policy::Review review{};
    review.operation = policy::Operation::create;
    review.kind = manifest.kind;
    review.namespace_ = namespace_;
    review.user = user;
    return !policy::find_scope(review, policy::Stage::mutate, policy);
}

// Once the grace period is over its containers are gone, and only finalizers hold the object.
bool has_ended(policy::Pod const& pod)
{
    return pod.is_being_deleted && pod.deletion_grace_seconds.value_or(0) == 0;
}

// What goes into a command for a shell must be a name that the API server gives: these need no quotes and are
// no options.
Result<void> check_names(std::string_view namespace_, std::string_view name)
{
    if (!policy::is_dns1123_label(namespace_))
        return Error{Errc::bad_object, "metadata.namespace: " + policy::quoted(namespace_) + " is no name"};
    if (!policy::is_dns1123_subdomain(name))
        return Error{Errc::bad_object, "metadata.name: " + policy::quoted(name) + " is no name"};
    return {};
}

}  // namespace

GpuPodReader::GpuPodReader(policy::Policy const& policy)
    : policy_(policy), reader_(std::make_unique<policy::json::Reader>())
{
}

GpuPodReader::~GpuPodReader() = default;

Result<std::optional<GpuPod>>
GpuPodReader::read(std::string_view json, std::size_t capacity, Manifest const& manifest)
{
    std::string_view const namespace_ = manifest.namespace_.empty() ? "default" : manifest.namespace_;
    policy::Policy const& policy = policy::in_namespace(policy_, namespace_);
    if (manifest.has_run() || is_exempt(manifest, namespace_, policy))
        return std::optional<GpuPod>{};
    if (auto const parsed = policy::parse_object(json, capacity, {}, policy, *reader_, subjects_); !parsed)
        return parsed.error();
    policy::Pod const& pod = subjects_.pods().front();
    if (!pod.is_gpu_pod() || has_ended(pod))
        return std::optional<GpuPod>{};
    if (auto const named = check_names(namespace_, manifest.name); !named)
        return named.error();
    return std::optional(GpuPod{
        .namespace_ = std::string(namespace_),
        .name = std::string(manifest.name),
        .node = std::string(pod.node_name),
        .has_label = pod.label.has_value(),
        .is_dedicated = pod.access() == policy::Access::dedicate,
        .is_mirror = pod.is_mirror,
        .by_policy = pod.label ? std::nullopt : policy::plan_edits(pod, policy).label,
    });
}

}  // namespace slicegate::cli
