// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/policy.hpp"
#include "policy/quantity.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace slicegate::policy {

// Whether a patch finds a parent where it wants to add a child.
enum class Presence { absent, null, present };

// A quantity as it was written. `value` is empty where the text is none.
struct Amount {
    std::string_view text;
    std::optional<Quantity> value;

    bool operator==(Amount const&) const = default;
};

// One GPU resource of one container.
struct GpuRequest {
    std::size_t group = 0;  // index in Policy::gpus
    std::string_view resource;
    std::optional<Amount> request;
    std::optional<Amount> limit;

    // Any amount that is not plainly zero.
    [[nodiscard]] bool is_asking() const;
    bool operator==(GpuRequest const&) const = default;
};

enum class ContainerKind { init, app, ephemeral };

// A run of elements in one of the pod's flat lists.
struct Range {
    std::size_t first = 0;
    std::size_t count = 0;

    bool operator==(Range const&) const = default;
};

// One entry of a container's env. `value` is empty where it comes from elsewhere.
struct EnvVar {
    std::string_view name;
    std::string_view value;
    bool has_source = false;  // valueFrom: unknowable here

    bool operator==(EnvVar const&) const = default;
};

struct VolumeMount {
    std::string_view volume;
    std::string_view path;

    bool operator==(VolumeMount const&) const = default;
};

struct HostPath {
    std::string_view volume;
    std::string_view path;

    bool operator==(HostPath const&) const = default;
};

struct Container {
    ContainerKind kind = ContainerKind::app;
    std::size_t index = 0;  // in its own list
    std::string_view name;
    std::string_view image;
    bool is_restartable = false;  // restartPolicy: Always, for init containers
    bool is_privileged = false;
    bool is_admin = false;          // capabilities.add has SYS_ADMIN or ALL
    bool takes_nvidia_env = false;  // an envFrom whose prefix makes NVIDIA_ names
    bool is_asking = false;         // for a GPU: one of its amounts is not plainly zero
    bool is_hidden = false;         // the patch hides the cards from it
    Range gpus;                     // in Pod::gpus
    Range env;                      // in Pod::env
    Range command;                  // in Pod::words: command, or args
    Range args;
    Range mounts;                      // in Pod::mounts
    bool has_memory_resource = false;  // a limit of the policy's memoryResource
    Presence env_at = Presence::absent;
    Presence limits_at = Presence::absent;

    bool operator==(Container const&) const = default;
};

struct LabelView {
    std::string_view key;
    std::string_view value;

    bool operator==(LabelView const&) const = default;
};

// What a workload says beside its template.
struct WorkloadFacts {
    std::string_view kind;
    std::optional<std::string_view> label;  // the access label on the workload itself
    std::string_view strategy;              // Deployment: spec.strategy.type
    std::string_view max_surge;             // as written, "" where it is not
    std::string_view max_unavailable;
    std::int64_t replicas = 1;

    // But for the replicas: to scale is no change that rules judge.
    bool operator==(WorkloadFacts const& other) const
    {
        return kind == other.kind && label == other.label && strategy == other.strategy &&
               max_surge == other.max_surge && max_unavailable == other.max_unavailable;
    }
};

// One requirement of a node selector term.
struct Expression {
    std::string_view key;
    std::string_view operator_;
    Range values;  // in Pod::values

    bool operator==(Expression const&) const = default;
};

// One of the OR'd terms of the required node affinity. Without expressions and fields it matches no node.
struct NodeTerm {
    Presence expressions_at = Presence::absent;  // its matchExpressions
    Range expressions;                           // in Pod::expressions
    bool has_fields = false;

    [[nodiscard]] bool is_empty() const { return expressions.count == 0 && !has_fields; }
    bool operator==(NodeTerm const&) const = default;
};

// A pod, or the pod that a template makes, as the rules read it. Views into the body or the reader's buffer.
// Lists are flat, so that a used Pod takes the next one without allocating.
struct Pod {
    std::string_view name;
    std::string_view generate_name;
    std::string root;  // a template's path with a dot behind: "spec.template."; empty for a pod
    std::optional<WorkloadFacts> workload;  // of a template

    std::optional<std::string_view> label;             // the access label's value
    std::optional<std::string_view> pool_choice;       // the label slicegate.dev/pool
    std::optional<std::string_view> label_annotation;  // the access label's key used as an annotation
    std::optional<Amount> gpu_memory;                  // the annotation slicegate.dev/gpu-memory
    std::vector<LabelView> device_annotations;         // those that CDI or NRI plugins read
    std::optional<std::int64_t> deletion_grace_seconds;
    bool is_being_deleted = false;
    bool is_daemon = false;  // its controller is a DaemonSet
    bool is_mirror = false;  // a static pod's image in the API

    std::string_view node_name;
    std::string_view scheduler_name;
    std::string_view runtime_class;
    bool has_claims = false;  // spec.resourceClaims: devices that come without a request in numbers
    bool is_gated = false;    // spec.schedulingGates: not placed yet
    std::vector<LabelView> node_selector;  // as written: of equal keys the last one counts
    std::vector<HostPath> host_paths;
    std::vector<Container> containers;  // those that say something: an empty one in the body costs nothing
    std::array<std::size_t, 3> first_container{};  // while it is read: where each ContainerKind's list begins
    bool has_silent_containers = false;            // some that are left out, for they say nothing
    std::vector<GpuRequest> gpus;
    std::vector<EnvVar> env;
    std::vector<std::string_view> words;
    std::vector<VolumeMount> mounts;
    std::vector<NodeTerm> node_terms;
    std::vector<Expression> expressions;
    std::vector<std::string_view> values;
    bool has_placement_term = false;  // the required podAntiAffinity term of a dedicated pod, whole
    bool repels_by_label = false;     // some required podAntiAffinity term selects by the access label
    bool has_default_label = false;   // the label is the mutator's, not the user's
    bool is_kept_off = false;         // the patch keeps it off the reserved pools by node affinity

    Presence metadata_at = Presence::absent;
    Presence labels_at = Presence::absent;
    Presence spec_at = Presence::absent;
    Presence node_selector_at = Presence::absent;
    Presence affinity_at = Presence::absent;
    Presence node_affinity_at = Presence::absent;
    Presence required_nodes_at = Presence::absent;
    Presence node_terms_at = Presence::absent;
    Presence pod_anti_affinity_at = Presence::absent;
    Presence required_anti_at = Presence::absent;

    Pod const* old = nullptr;  // on UPDATE, what stands in the cluster

    // Forgets everything but the memory.
    void clear();

    // Whether the rules would read the same in both, but for what only tells who they are.
    [[nodiscard]] bool is_judged_like(Pod const& other) const;

    [[nodiscard]] std::span<GpuRequest const> gpus_of(Container const& container) const
    {
        return slice(gpus, container.gpus);
    }
    [[nodiscard]] std::span<EnvVar const> env_of(Container const& container) const
    {
        return slice(env, container.env);
    }
    [[nodiscard]] std::span<std::string_view const> command_of(Container const& container) const
    {
        return slice(words, container.command);
    }
    [[nodiscard]] std::span<std::string_view const> args_of(Container const& container) const
    {
        return slice(words, container.args);
    }
    [[nodiscard]] std::span<VolumeMount const> mounts_of(Container const& container) const
    {
        return slice(mounts, container.mounts);
    }
    [[nodiscard]] std::span<Expression const> expressions_of(NodeTerm const& term) const
    {
        return slice(expressions, term.expressions);
    }
    [[nodiscard]] std::span<std::string_view const> values_of(Expression const& expression) const
    {
        return slice(values, expression.values);
    }

    // Whether it is a template's pod, which nobody has mutated yet.
    [[nodiscard]] bool is_template() const { return workload.has_value(); }

    // Its name, or what its name will begin with.
    [[nodiscard]] std::string_view own_name() const { return name.empty() ? generate_name : name; }

    // What the pod's own nodeSelector says of a key.
    [[nodiscard]] std::optional<std::string_view> selected(std::string_view key) const;

    // What a container's own env says of a name: of equal names the last one counts. nullptr: nothing.
    [[nodiscard]] EnvVar const* find_env(Container const& container, std::string_view variable) const;

    // The word of the access label, where it is one.
    [[nodiscard]] std::optional<Access> access() const;

    // Whether it asks for a GPU: any amount that is not plainly zero.
    [[nodiscard]] bool is_gpu_pod() const;

private:
    template <class T> static std::span<T const> slice(std::vector<T> const& list, Range range)
    {
        return std::span(list).subspan(range.first, range.count);
    }
};

[[nodiscard]] std::optional<Access> parse_access(std::string_view word);
[[nodiscard]] std::string_view word_of(Access access);

}  // namespace slicegate::policy
