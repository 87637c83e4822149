// SPDX-License-Identifier: Apache-2.0
#include "policy/rules/all.hpp"
#include "policy/text.hpp"

#include <algorithm>

namespace slicegate::policy {
namespace {

std::string listed(std::vector<std::string> const& names)
{
    std::string text;
    for (std::string const& name : names)
        text += (text.empty() ? "" : " or ") + name;
    return text;
}

}  // namespace

// Two schedulers do not see each other's placements in time: both may fill one dedicated card.
//
// Reads:   spec.schedulerName
// Warns:   a GPU pod for a scheduler that the policy does not list
// Allows:  the default where nothing is written; any scheduler for pods without a GPU
Finding scheduler_name(Pod const& pod, Policy const& policy)
{
    auto const& allowed = policy.schedulers;
    if (!pod.is_gpu_pod() || pod.scheduler_name.empty() || allowed.empty() ||
        std::find(allowed.begin(), allowed.end(), pod.scheduler_name) != allowed.end())
        return {};
    return Finding::of(
        {.place = "spec.schedulerName",
         .what = '"' + shown(pod.scheduler_name) + "\" may not place GPU pods here"},
        "two schedulers do not see each other's placements in time, so that both may use one dedicated card",
        "use " + listed(allowed));
}

}  // namespace slicegate::policy
