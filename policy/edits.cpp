// SPDX-License-Identifier: Apache-2.0
#include "policy/edits.hpp"

#include "policy/device_env.hpp"
#include "policy/placement.hpp"

#include <algorithm>

namespace slicegate::policy {
namespace {

// A DaemonSet's pods stand where their controller puts them: they are marked as neighbours and not placed.
std::optional<Access> default_access(Pod const& pod, Policy const& policy)
{
    if (pod.is_daemon)
        return Access::share;
    switch (policy.unlabelled) {
    case Unlabelled::share:
        return Access::share;
    case Unlabelled::dedicate:
        return Access::dedicate;
    case Unlabelled::deny:
        break;
    }
    return std::nullopt;
}

bool lacks_selector(Pod const& pod, Pool const& pool)
{
    return std::any_of(pool.node_selector.begin(), pool.node_selector.end(), [&](Label const& label) {
        return !pod.selected(label.key);
    });
}

bool lacks_keep_off(Pod const& pod, Label const& label)
{
    return pod.node_terms.empty() ||
           std::any_of(pod.node_terms.begin(), pod.node_terms.end(), [&](NodeTerm const& term) {
               return !term.is_empty() && !has_keep_off(pod, term, label);
           });
}

// Each OR'd term costs some 400 bytes of patch. A pod with more terms than anybody writes is refused for the
// lack of it.
constexpr std::size_t max_patched_terms = 1000;

bool lacks_any_keep_off(Pod const& pod, Policy const& policy)
{
    return pod.node_terms.size() <= max_patched_terms &&
           std::any_of(policy.pools.begin(), policy.pools.end(), [&](Pool const& pool) {
               return needs_keep_off(pod, policy, pool) && lacks_keep_off(pod, pool.node_selector.front());
           });
}

// What the pod declares, in whole MiB, where the policy makes a resource of it and no container asks for it
// itself.
std::optional<std::int64_t> declared_mib(Pod const& pod, Policy const& policy)
{
    bool const is_told = std::any_of(pod.containers.begin(), pod.containers.end(), [](Container const& each) {
        return each.has_memory_resource;
    });
    if (policy.memory_resource.empty() || is_told || !pod.gpu_memory || !pod.gpu_memory->value)
        return std::nullopt;
    auto const bytes = whole_units(*pod.gpu_memory->value);
    if (!bytes || *bytes <= 0)
        return std::nullopt;
    constexpr std::int64_t mib = 1 << 20;
    return *bytes / mib + (*bytes % mib != 0 ? 1 : 0);
}

bool lacks_hiding(Pod const& pod)
{
    return std::any_of(pod.containers.begin(), pod.containers.end(), [&](Container const& container) {
        return needs_hiding(pod, container);
    });
}

void hide_gpus(Pod& pod)
{
    for (Container& container : pod.containers)
        container.is_hidden = needs_hiding(pod, container);
}

}  // namespace

Container const* memory_container(Pod const& pod)
{
    Container const* found = nullptr;
    for (Container const& container : pod.containers) {
        if (!container.is_asking)
            continue;
        if (container.kind == ContainerKind::app)
            return &container;
        if (found == nullptr)
            found = &container;
    }
    return found;
}

Edits plan_edits(Pod const& pod, Policy const& policy)
{
    Edits edits;
    edits.hides_gpus = policy.hide_gpus && lacks_hiding(pod);
    if (!pod.is_gpu_pod()) {
        edits.keeps_off = lacks_any_keep_off(pod, policy);
        return edits;
    }
    edits.memory_mib = declared_mib(pod, policy);
    if (!pod.label)
        edits.label = default_access(pod, policy);
    auto const access = pod.label ? pod.access() : edits.label;
    if (!access || pod.is_daemon)
        return edits;
    Pool const* const pool = find_pool(policy, *access, pod.pool_choice);
    if (pool != nullptr && lacks_selector(pod, *pool))
        edits.pool = pool;
    edits.adds_term = *access == Access::dedicate && !pod.has_placement_term;
    edits.keeps_off = *access == Access::share && lacks_any_keep_off(pod, policy);
    return edits;
}

void apply_edits(Edits const& edits, Pod& pod)
{
    pod.has_default_label = edits.label.has_value();
    if (edits.label)
        pod.label = word_of(*edits.label);
    if (edits.pool != nullptr) {
        for (Label const& label : edits.pool->node_selector) {
            if (!pod.selected(label.key))
                pod.node_selector.push_back({label.key, label.value});
        }
    }
    pod.has_placement_term = pod.has_placement_term || edits.adds_term;
    pod.is_kept_off = edits.keeps_off;
    if (edits.hides_gpus)
        hide_gpus(pod);
}

}  // namespace slicegate::policy
