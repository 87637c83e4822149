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

constexpr std::string_view replica_suffix = ".shared";

// Whether it is the name that the device plugin gives to replicas of whole cards (renameByDefault).
bool is_replica_of_card(GpuRequest const& gpu)
{
    return gpu.is_asking() && gpu.resource.starts_with("nvidia.com/") &&
           gpu.resource.ends_with(replica_suffix) && !mig_profile_of(gpu);
}

// Only what time-slicing and MPS make of a card is renamed; whether it is, the policy does not say.
std::string_view way_without_replicas(Mechanism mechanism)
{
    switch (mechanism) {
    case Mechanism::none:
        return "does not share its cards";
    case Mechanism::mig_single:
    case Mechanism::mig_mixed:
        return "cuts its cards by MIG";
    case Mechanism::vgpu:
        return "has its cards from vGPU";
    case Mechanism::unknown:
    case Mechanism::time_slicing:
    case Mechanism::mps:
        break;
    }
    return {};
}

std::string replica_fault_of(GpuRequest const& gpu, Pool const& pool)
{
    auto const way = is_replica_of_card(gpu) ? way_without_replicas(pool.sharing.mechanism) : "";
    return way.empty()
               ? ""
               : "the pool " + pool.name + ' ' + std::string(way) + ", so that nothing is renamed to .shared";
}

std::string fix_of(Pool const& pool, GpuRequest const& gpu)
{
    bool const is_mixed = pool.sharing.mechanism == Mechanism::mig_mixed;
    bool const has_profiles = pool.card != nullptr && !pool.card->mig_profiles.empty();
    if (is_replica_of_card(gpu) && !is_mixed) {
        auto const name = gpu.resource.substr(0, gpu.resource.size() - replica_suffix.size());
        return "ask for " + shown(name) + ": 1";
    }
    if (pool.sharing.mechanism == Mechanism::mig_single || (!has_profiles && !is_mixed))
        return "ask for nvidia.com/gpu: 1";
    if (has_profiles)
        return "ask for one of the card's profiles";
    return "ask for an instance, nvidia.com/mig-*";
}

}  // namespace

// A profile that no node advertises leaves the pod pending for good.
//
// Reads:   requests and limits of all containers; card and sharing of the pod's pool
// Denies:  a profile that the pool's card does not have, mig-* where the strategy is single, MIG on a card
//          without it, nvidia.com/gpu.shared where nothing is renamed
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
            auto fault = profile ? fault_of(*profile, *pool) : replica_fault_of(gpu, *pool);
            if (fault.empty())
                continue;
            if (finding.violations.empty())
                finding.fix = fix_of(*pool, gpu);
            finding.violations.push_back({.place = place_of(container, gpu), .what = std::move(fault)});
        }
    }
    if (finding.violations.empty())
        return finding;
    finding.why = "no node of the pool " + pool->name + " offers this, so that the pod would wait forever";
    return finding;
}

}  // namespace slicegate::policy
