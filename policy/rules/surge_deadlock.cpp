// SPDX-License-Identifier: Apache-2.0
#include "policy/rules/all.hpp"
#include "policy/text.hpp"

#include <charconv>

namespace slicegate::policy {
namespace {

constexpr std::string_view default_share = "25%";  // of apps/v1 for both, where nothing is written

// A number, or a share of the replicas, rounded down or up. -1 for what is neither.
std::int64_t resolve(std::string_view text, std::int64_t replicas, bool rounds_up)
{
    if (text.empty())
        text = default_share;
    bool const is_share = text.ends_with('%');
    if (is_share)
        text.remove_suffix(1);
    std::int64_t number = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    // The API server takes int32 and shares of at most a few hundred; what is beyond is not worth a thought.
    constexpr std::int64_t bound = 1'000'000'000;
    if (error != std::errc{} || end != text.data() + text.size() || number < 0 || number > bound ||
        replicas > bound)
        return -1;
    return is_share ? (number * replicas + (rounds_up ? 99 : 0)) / 100 : number;
}

}  // namespace

// A rolling update that starts the new pod before it stops an old one needs a spare dedicated node; without
// one it waits forever.
//
// Reads:   a Deployment's spec.strategy and spec.replicas, its template's label
// Warns:   a dedicated Deployment that may surge and may not go below its replicas
// Allows:  Recreate; maxUnavailable of at least one; shared pods; other kinds
Finding surge_deadlock(Pod const& pod, Policy const&)
{
    if (!pod.is_template() || pod.workload->kind != "Deployment" || pod.workload->strategy == "Recreate")
        return {};
    if (pod.access() != Access::dedicate || !pod.is_gpu_pod() || pod.workload->replicas <= 0)
        return {};
    auto const surge = resolve(pod.workload->max_surge, pod.workload->replicas, true);
    auto const unavailable = resolve(pod.workload->max_unavailable, pod.workload->replicas, false);
    if (surge <= 0 || unavailable != 0)
        return {};
    return Finding::of(
        {.place = "spec.strategy.rollingUpdate",
         .what = "each rollout needs a spare dedicated node",
         .is_of_workload = true},
        "the new pod may not join an old one's node and waits for a free one; maxSurge: 0 with "
        "maxUnavailable: 1 would not",
        "set type: Recreate");
}

}  // namespace slicegate::policy
