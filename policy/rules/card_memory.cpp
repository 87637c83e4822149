// SPDX-License-Identifier: Apache-2.0
#include "policy/cards.hpp"
#include "policy/count.hpp"
#include "policy/mig_request.hpp"
#include "policy/placement.hpp"
#include "policy/rules/all.hpp"
#include "policy/text.hpp"

#include <algorithm>

namespace slicegate::policy {
namespace {

struct Room {
    std::int64_t mib = 0;
    std::string of;  // "the card NVIDIA L4"
};

// The largest MIG instance that the pod asks for.
Room room_of_instances(Pod const& pod, Card const& card)
{
    Room room;
    for (Container const& container : pod.containers) {
        for (GpuRequest const& gpu : pod.gpus_of(container)) {
            auto const name = mig_profile_of(gpu);
            auto const* const profile = name ? find_mig_profile(card, "mig-" + std::string(*name)) : nullptr;
            if (profile != nullptr && profile->memory_mib > room.mib)
                room = {profile->memory_mib, "the MIG instance " + std::string(profile->name)};
        }
    }
    return room;
}

// As many cards as the pod may really hold: one, but for pools of whole multi-GPU nodes.
std::int64_t cards_of(Pod const& pod, Policy const& policy, Pool const& pool)
{
    SliceCount count;
    for (std::size_t group = 0; group < policy.gpus.size(); ++group)
        count += policy.gpus[group].max_per_pod ? count_slices(pod, group) : SliceCount{};
    auto const most = std::min(pool.max_per_pod.value_or(1), pool.cards_per_node);
    return count.is_huge ? 1 : std::clamp<std::int64_t>(count.total, 1, std::max<std::int64_t>(most, 1));
}

Room room_of(Pod const& pod, Policy const& policy, Pool const& pool)
{
    if (auto const instance = room_of_instances(pod, *pool.card); instance.mib > 0)
        return instance;
    auto const cards = cards_of(pod, policy, pool);
    auto const name = std::string(pool.card->name);
    return {
        pool.card->memory_mib * cards,
        cards == 1 ? "the card " + name : std::to_string(cards) + " cards " + name};
}

std::string in_gib(std::int64_t mib)
{
    auto const tenths = mib * 10 / 1024;
    return std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10) + " GiB";
}

bool is_more_than(Quantity const& bytes, std::int64_t mib)
{
    constexpr std::int64_t bytes_per_mib = 1 << 20;
    auto const whole = whole_units(bytes);
    return !whole || *whole > mib * bytes_per_mib;
}

Finding objection(std::string what, std::string why, std::string fix)
{
    return Finding::of(
        {.place = "metadata.annotations[" + std::string(memory_annotation) + ']', .what = std::move(what)},
        std::move(why), std::move(fix));
}

}  // namespace

// What a pod says it needs must fit where it goes: what is sold as 24 GB has 22.5 GiB.
//
// Reads:   the annotation slicegate.dev/gpu-memory, the pod's GPU resources; card of the pod's pool
// Denies:  more than the card, or the MIG instance that the pod asks for; what is no positive quantity
// Allows:  anything that fits; any quantity where the pool names no card
Finding card_memory(Pod const& pod, Policy const& policy)
{
    if (!pod.gpu_memory || !pod.is_gpu_pod())
        return {};
    auto const& amount = *pod.gpu_memory;
    if (!amount.value || amount.value->is_negative || *amount.value == Quantity{})
        return objection(
            quoted(amount.text) + " is no amount of memory",
            "it is the pod's need of GPU memory, as a Kubernetes quantity", "write it like 20Gi");
    Pool const* const pool = pool_of(pod, policy);
    if (pool == nullptr || pool->card == nullptr)
        return {};
    auto const room = room_of(pod, policy, *pool);
    if (!is_more_than(*amount.value, room.mib))
        return {};
    return objection(
        shown(amount.text) + " is more than " + room.of + " has: " + in_gib(room.mib),
        "the pod would run out of memory on every node of the pool " + pool->name,
        "need less, or choose a pool with a larger card by the label " + std::string(pool_label));
}

}  // namespace slicegate::policy
