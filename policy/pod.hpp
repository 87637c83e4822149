// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/error.hpp"
#include "policy/policy.hpp"
#include "policy/quantity.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace slicegate::policy {

namespace json {
class Reader;
}

// Whether a patch finds a parent where it wants to add a child.
enum class Presence { absent, null, present };

// A quantity as it was written. `value` is empty where the text is none.
struct Amount {
    std::string_view text;
    std::optional<Quantity> value;
};

// One GPU resource of one container.
struct GpuRequest {
    std::size_t group = 0;  // index in Policy::gpus
    std::string_view resource;
    std::optional<Amount> request;
    std::optional<Amount> limit;
};

enum class ContainerKind { init, app, ephemeral };

struct Container {
    ContainerKind kind = ContainerKind::app;
    std::size_t index = 0;        // in its own list
    bool is_restartable = false;  // restartPolicy: Always, for init containers
    std::size_t first_gpu = 0;    // its GpuRequests in Pod::gpus
    std::size_t gpu_count = 0;
};

struct LabelView {
    std::string_view key;
    std::string_view value;
};

// One requirement of a node selector term.
struct Expression {
    std::string_view key;
    std::string_view operator_;
    std::size_t first_value = 0;  // in Pod::values
    std::size_t value_count = 0;
};

// One of the OR'd terms of the required node affinity. Without expressions and fields it matches no node.
struct NodeTerm {
    Presence expressions_at = Presence::absent;  // its matchExpressions
    std::size_t first_expression = 0;            // in Pod::expressions
    std::size_t expression_count = 0;
    bool has_fields = false;

    [[nodiscard]] bool is_empty() const { return expression_count == 0 && !has_fields; }
};

// A pod, or later the pod that a template makes, as the rules read it. Views into the body or the reader's
// buffer. Lists are flat, so that a used Pod takes the next one without allocating.
struct Pod {
    std::string_view name;
    std::string_view generate_name;
    std::string_view namespace_;

    std::optional<std::string_view> label;        // the access label's value
    std::optional<std::string_view> pool_choice;  // the label slicegate.dev/pool
    std::optional<std::int64_t> deletion_grace_seconds;
    bool is_being_deleted = false;
    bool is_daemon = false;  // its controller is a DaemonSet
    bool is_mirror = false;  // a static pod's image in the API

    std::string_view node_name;
    bool has_claims = false;  // spec.resourceClaims: devices that come without a request in numbers
    std::vector<LabelView> node_selector;  // as written: of equal keys the last one counts
    std::vector<Container>
        containers;  // those that name a GPU resource: an empty one in the body costs nothing
    std::array<std::size_t, 3>
        first_container{};  // while it is read: where the list of each ContainerKind begins
    std::vector<GpuRequest> gpus;
    std::vector<NodeTerm> node_terms;
    std::vector<Expression> expressions;
    std::vector<std::string_view> values;
    bool has_placement_term = false;  // the required podAntiAffinity term of a dedicated pod, whole
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

    [[nodiscard]] std::span<GpuRequest const> gpus_of(Container const& container) const
    {
        return std::span(gpus).subspan(container.first_gpu, container.gpu_count);
    }
    [[nodiscard]] std::span<Expression const> expressions_of(NodeTerm const& term) const
    {
        return std::span(expressions).subspan(term.first_expression, term.expression_count);
    }
    [[nodiscard]] std::span<std::string_view const> values_of(Expression const& expression) const
    {
        return std::span(values).subspan(expression.first_value, expression.value_count);
    }

    // Its name, or what its name will begin with.
    [[nodiscard]] std::string_view own_name() const { return name.empty() ? generate_name : name; }

    // What the pod's own nodeSelector says of a key.
    [[nodiscard]] std::optional<std::string_view> selected(std::string_view key) const;

    // The word of the access label, where it is one.
    [[nodiscard]] std::optional<Access> access() const;

    // Whether it asks for a GPU: any amount that is not plainly zero.
    [[nodiscard]] bool is_gpu_pod() const;
};

// Decodes a Pod object. `json` is a slice of a buffer that goes on for `capacity` bytes from its start.
// Error: Errc::bad_object with the path from the object's root, for shapes that no API server would store.
[[nodiscard]] Result<void>
parse_pod(std::string_view json, std::size_t capacity, Policy const& policy, json::Reader& reader, Pod& pod);

[[nodiscard]] std::optional<Access> parse_access(std::string_view word);
[[nodiscard]] std::string_view word_of(Access access);

}  // namespace slicegate::policy
