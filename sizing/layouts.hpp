// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/cards.hpp"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Layouts by name: what the node label nvidia.com/mig.config may say without a configuration of one's own.
namespace slicegate::sizing {

using policy::Card;
using policy::MigProfile;

struct ShippedDevices {
    std::string_view profile;  // empty: no entry
    unsigned count;
};

// One entry of a configuration file that mig-parted ships. A name may have several, for different cards.
struct ShippedEntry {
    std::string_view name;
    std::string_view device_filter;  // PCI device ids with blanks between; empty: every card
    bool is_mig_on;
    std::array<ShippedDevices, 3> devices;
};

[[nodiscard]] std::span<ShippedEntry const> shipped_entries();

struct ProfileCount {
    MigProfile const* profile = nullptr;
    unsigned count = 0;
};

// Where the name is known. mig-parted makes the list from the hardware of the node from version 0.14 on
// (GPU Operator 26.3); before it was a file that is the same everywhere.
enum class Origin { shipped, generated, both };

struct Layout {
    std::string name;                   // all-1g.10gb, all-balanced
    std::vector<ProfileCount> devices;  // on each card
    Origin origin = Origin::both;
};

// The layouts that cut a card of this kind and fit it. Where the shipped file and mig-parted's generator say
// different things of a name, the one that fits. all-disabled and all-enabled cut nothing and are left out.
[[nodiscard]] std::vector<Layout> layouts_of(Card const& card);

}  // namespace slicegate::sizing
