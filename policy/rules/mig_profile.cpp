// SPDX-License-Identifier: Apache-2.0
#include "policy/cards.hpp"
#include "policy/count.hpp"
#include "policy/mig_request.hpp"
#include "policy/nearest.hpp"
#include "policy/placement.hpp"
#include "policy/rules/all.hpp"
#include "policy/text.hpp"

#include <algorithm>
#include <vector>

namespace slicegate::policy {
namespace {

// nvidia-smi writes 1g.10gb+me, the device plugin's resource says 1g.10gb.me.
std::string resource_form(std::string_view profile)
{
    std::string text(profile);
    std::replace(text.begin(), text.end(), '+', '.');
    return text;
}

std::string profiles_of(Card const& card, std::string_view wanted)
{
    std::vector<std::string> names;
    for (MigProfile const& profile : card.mig_profiles)
        names.push_back(resource_form(profile.name));
    std::vector<std::string_view> const words(names.begin(), names.end());
    std::string text;
    for (std::string_view const word : words)
        (text += text.empty() ? "it has " : ", ") += word;
    auto const meant = nearest(wanted, words);
    return meant.empty() ? text : text + "; nearest is " + std::string(meant);
}

// What is wrong with a MIG resource in the pool; empty where nothing is, or nothing is known.
std::string fault_of(std::string_view profile, Pool const& pool)
{
    if (pool.sharing.mechanism == Mechanism::mig_single)
        return "the pool " + pool.name + " advertises its MIG instances as nvidia.com/gpu (strategy single)";
    if (pool.card == nullptr || find_mig_profile(*pool.card, "mig-" + std::string(profile)) != nullptr)
        return {};
    auto const name = std::string(pool.card->name);
    if (pool.card->mig_profiles.empty())
        return shown(profile) + ": the pool's card, " + name + ", has no MIG";
    return shown(profile) + " is no profile of the pool's card, " + name + ": " +
           profiles_of(*pool.card, profile);
}

}  // namespace

// A profile that no node advertises leaves the pod pending for good.
//
// Reads:   requests and limits of all containers; card and sharing of the pod's pool
// Denies:  a profile that the pool's card does not have, mig-* where the strategy is single, MIG on a card
// without it
// Allows:  the card's own profiles, their .shared replicas; any profile where the pool names no
// card
Finding mig_profile(Pod const& pod, Policy const& policy)
{
    Pool const* const pool = pool_of(pod, policy);
    if (pool == nullptr || pod.is_daemon)
        return {};
    Finding finding;
    for (Container const& container : pod.containers) {
        for (GpuRequest const& gpu : pod.gpus_of(container)) {
            auto const profile = mig_profile_of(gpu);
            auto fault = profile ? fault_of(*profile, *pool) : std::string{};
            if (!fault.empty())
                finding.violations.push_back({.place = place_of(container, gpu), .what = std::move(fault)});
        }
    }
    if (finding.violations.empty())
        return finding;
    finding.why = "no node of the pool " + pool->name + " offers this, so that the pod would wait forever";
    finding.fix = pool->sharing.mechanism == Mechanism::mig_single || pool->card == nullptr ||
                          pool->card->mig_profiles.empty()
                      ? "ask for nvidia.com/gpu: 1"
                      : "ask for one of the card's profiles";
    return finding;
}

}  // namespace slicegate::policy
