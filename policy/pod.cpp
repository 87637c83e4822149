// SPDX-License-Identifier: Apache-2.0
#include "policy/pod.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace slicegate::policy {
namespace {

bool is_zero(std::optional<Amount> const& amount)
{
    return !amount || (amount->value && *amount->value == Quantity{});
}

// The lists of a pod, for what is done to all of them.
template <class Pod_> auto lists_of(Pod_& pod)
{
    return std::tie(
        pod.device_annotations, pod.node_selector, pod.host_paths, pod.containers, pod.gpus, pod.env,
        pod.words, pod.mounts, pod.node_terms, pod.expressions, pod.values);
}

// What the rules read beside the lists.
auto facts_of(Pod const& pod)
{
    return std::tie(
        pod.workload, pod.label, pod.pool_choice, pod.label_annotation, pod.gpu_memory, pod.is_daemon,
        pod.node_name, pod.scheduler_name, pod.runtime_class, pod.has_claims, pod.has_silent_containers,
        pod.is_gated, pod.has_placement_term, pod.repels_by_label);
}

template <class T> std::vector<T> emptied(std::vector<T>& list)
{
    list.clear();
    return std::move(list);
}

}  // namespace

void Pod::clear()
{
    Pod fresh;
    std::apply(
        [&](auto&... kept) {
            std::apply([&](auto&... list) { ((kept = emptied(list)), ...); }, lists_of(*this));
        },
        lists_of(fresh));
    *this = std::move(fresh);
}

bool Pod::is_judged_like(Pod const& other) const
{
    return facts_of(*this) == facts_of(other) && lists_of(*this) == lists_of(other);
}

std::optional<std::string_view> Pod::selected(std::string_view key) const
{
    auto const found = std::find_if(
        node_selector.rbegin(), node_selector.rend(), [&](LabelView const& each) { return each.key == key; });
    return found == node_selector.rend() ? std::nullopt : std::optional(found->value);
}

EnvVar const* Pod::find_env(Container const& container, std::string_view variable) const
{
    auto const vars = env_of(container);
    auto const found =
        std::find_if(vars.rbegin(), vars.rend(), [&](EnvVar const& each) { return each.name == variable; });
    return found == vars.rend() ? nullptr : &*found;
}

std::optional<Access> Pod::access() const
{
    return label ? parse_access(*label) : std::nullopt;
}

bool Pod::is_gpu_pod() const
{
    return std::any_of(
        containers.begin(), containers.end(), [](Container const& container) { return container.is_asking; });
}

bool GpuRequest::is_asking() const
{
    return !is_zero(request) || !is_zero(limit);
}

std::optional<Access> parse_access(std::string_view word)
{
    if (word == "share")
        return Access::share;
    if (word == "dedicate")
        return Access::dedicate;
    return std::nullopt;
}

std::string_view word_of(Access access)
{
    return access == Access::share ? "share" : "dedicate";
}

}  // namespace slicegate::policy
