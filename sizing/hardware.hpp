// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/cards.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace slicegate::sizing {

using policy::Card;
using policy::MigProfile;

// Streaming multiprocessors of a MIG profile; variants (+me, +gfx, ...) have those of the plain profile.
struct ProfileSms {
    std::string_view profile;
    unsigned sms;
};

// What a card has beside its memory.
struct Hardware {
    std::string_view card;     // key of policy::Card
    unsigned bandwidth_gbs;    // of its memory, decimal GB a second, peak
    unsigned sms;              // 0: not known
    bool has_fp8;              // tensor cores that multiply FP8
    std::string_view pci_ids;  // as mig-parted's device-filter has them, with blanks between; may be empty
    std::span<ProfileSms const> profile_sms;
};

// A row for each of policy::cards(), in another order.
[[nodiscard]] std::span<Hardware const> hardware();

// The row of a card that is in policy::cards().
[[nodiscard]] Hardware const& hardware_of(Card const& card);

[[nodiscard]] std::optional<unsigned> sms_of(Card const& card, MigProfile const& profile);

// "1g.10gb" of "1g.10gb+me"; what stands before the first sign after the size.
[[nodiscard]] std::string_view plain_name(MigProfile const& profile);

// nvidia.com/mig-1g.10gb.me of 1g.10gb+me: what the device plugin advertises under the mixed strategy.
[[nodiscard]] std::string resource_of(MigProfile const& profile);

}  // namespace slicegate::sizing
