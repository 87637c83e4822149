// SPDX-License-Identifier: Apache-2.0
#include "policy/count.hpp"
#include "policy/placement.hpp"
#include "policy/rules/all.hpp"
#include "policy/text.hpp"

#include <limits>
#include <string_view>

namespace slicegate::policy {
namespace {

std::string slices(SliceCount const& count, GpuRequest const& gpu)
{
    if (!count.is_huge)
        return std::to_string(count.total) + (count.total == 1 ? " slice" : " slices");
    bool const is_limit = gpu.limit && (!gpu.limit->value || !whole_units(*gpu.limit->value));
    return shown(is_limit || !gpu.request ? gpu.limit->text : gpu.request->text) + " slices";
}

std::string at_most(std::int64_t max)
{
    return ", at most " + std::to_string(max) + (max == 1 ? " is" : " are") + " allowed";
}

// One container with one resource needs no sum.
constexpr std::size_t max_named = 8;

std::string name_parts(std::vector<Contribution> const& parts)
{
    std::string text;
    for (std::size_t i = 0; i < parts.size() && i < max_named; ++i) {
        text += (i == 0 ? "" : ", ") + place_of(*parts[i].container) + ' ';
        append_shown(text, parts[i].gpu->resource);
        text += ": " + slices(parts[i].count, *parts[i].gpu);
    }
    return text + (parts.size() > max_named ? ", ..." : "");
}

Violation too_many_slices(SliceCount const& count, std::vector<Contribution> const& parts, std::int64_t max)
{
    Contribution const& first = parts.front();
    auto what = "asks for " + slices(count, *first.gpu);
    if (parts.size() > 1) {
        what = count.is_huge ? "the pod asks for more slices than can be counted"
                             : "the pod asks for " + std::to_string(count.total) + " slices";
        what += " (" + name_parts(parts) + ')';
    }
    return {
        .place = place_of(*first.container, *first.gpu),
        .what = what + at_most(max),
        .subject = std::to_string(first.gpu->group),
        .weight = count.is_huge ? std::numeric_limits<std::int64_t>::max() : count.total,
    };
}

// What to leave of one group.
std::string less_of(std::vector<Contribution> const& parts, std::int64_t max)
{
    auto const one = shown(parts.front().gpu->resource) + ": " + std::to_string(max);
    if (parts.size() == 1)
        return "set " + one;
    bool const is_one_container = parts.front().container == parts.back().container;
    return "leave " + one + (is_one_container ? " alone" : " in one container only");
}

// A pool of whole multi-GPU nodes may raise what its pods may ask for.
std::optional<std::int64_t> max_of(Pod const& pod, Policy const& policy, std::size_t group)
{
    auto const max = policy.gpus[group].max_per_pod;
    Pool const* const pool = max ? pool_of(pod, policy) : nullptr;
    return pool != nullptr && pool->max_per_pod ? pool->max_per_pod : max;
}

}  // namespace

// One pod, one slice: a second one adds no compute and no memory.
//
// Reads:   requests and limits of all containers, spec.initContainers[].restartPolicy
// Denies:  more than the maxPerPod of the group, or of the pod's pool, counted as the scheduler counts
// Allows:  one slice a pod; anything where the group has no maxPerPod
Finding single_slice(Pod const& pod, Policy const& policy)
{
    Finding finding;
    for (std::size_t group = 0; group < policy.gpus.size(); ++group) {
        auto const max = max_of(pod, policy, group);
        auto const count = max ? count_slices(pod, group) : SliceCount{};
        if (!max || (!count.is_huge && count.total <= *max))
            continue;
        auto const parts = contributions(pod, group);
        finding.violations.push_back(too_many_slices(count, parts, *max));
        finding.fix += (finding.fix.empty() ? "" : ", ") + less_of(parts, *max);
    }
    if (finding.violations.empty())
        return finding;
    finding.why = "a slice is a turn on the whole card; a second one adds no compute and no memory";
    finding.fix += pod.access() == Access::dedicate
                       ? "; the label gives the pod its card already"
                       : "; for a card of its own, add the label " + policy.label + ": dedicate";
    return finding;
}

}  // namespace slicegate::policy
