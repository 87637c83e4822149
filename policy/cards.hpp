// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace slicegate::policy {

// One way to cut a MIG instance out of a card.
struct MigProfile {
    std::string_view name;    // as nvidia-smi writes it: 1g.10gb, 1g.10gb+me
    std::int64_t memory_mib;  // usable at least; the name promises more than there is
    unsigned compute_slices;
    unsigned memory_units;   // an instance takes this many in a row
    std::uint16_t starts;    // bit i: an instance may begin at memory unit i
    unsigned max_instances;  // on one card
};

// A card's name is what the policy file calls it.
struct Card {
    std::string_view key;      // h100-sxm
    std::string_view name;     // NVIDIA H100 SXM
    std::string_view product;  // the node label nvidia.com/gpu.product without sharing's suffix
    std::int64_t memory_mib;   // usable, as nvidia-smi tells it
    unsigned mps_clients;      // the most replicas that the device plugin's MPS takes; 0: no MPS
    std::span<MigProfile const> mig_profiles;  // none: the card has no MIG
    unsigned compute_slices = 0;               // of MIG
    unsigned memory_units = 0;                 // of MIG
};

// Every card that is known, those that are alike beside each other.
[[nodiscard]] std::span<Card const> cards();

// nullptr where there is no such key.
[[nodiscard]] Card const* find_card(std::string_view key);

// The resource that the device plugin advertises for a profile where the strategy is mixed, without the
// vendor's prefix: 1g.10gb+me is mig-1g.10gb.me. nullptr where the card has no such profile.
[[nodiscard]] MigProfile const* find_mig_profile(Card const& card, std::string_view resource);

}  // namespace slicegate::policy
