// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/policy.hpp"

#include <array>
#include <string_view>

// The words of the policy file's enumerations, each in the order of its enum.
namespace slicegate::policy {

inline constexpr std::array<std::string_view, 2> access_words = {"share", "dedicate"};
inline constexpr std::array<std::string_view, 3> unlabelled_words = {"share", "dedicate", "deny"};
inline constexpr std::array<std::string_view, 4> action_words = {"deny", "warn", "audit", "off"};
inline constexpr std::array<std::string_view, 3> reservation_words = {"false", "true", "hard"};
inline constexpr std::array<std::string_view, 4> log_level_words = {"debug", "info", "warn", "error"};
// Mechanism::unknown has no word: it is what is left out.
inline constexpr std::array<std::string_view, 6> mechanism_words = {"none",      "timeSlicing", "mps",
                                                                    "migSingle", "migMixed",    "vgpu"};
static_assert(static_cast<unsigned>(Access::dedicate) == 1);
static_assert(static_cast<unsigned>(Unlabelled::deny) == 2);
static_assert(static_cast<unsigned>(Action::off) == 3);
static_assert(static_cast<unsigned>(Reservation::hard) == 2);
static_assert(static_cast<unsigned>(LogLevel::error) == 3);
static_assert(static_cast<unsigned>(Mechanism::vgpu) == mechanism_words.size());

inline constexpr std::string_view api_version = "slicegate.dev/v1alpha1";
inline constexpr std::string_view policy_kind = "GpuPolicy";

}  // namespace slicegate::policy
