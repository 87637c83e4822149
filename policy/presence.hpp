// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/json.hpp"
#include "policy/pod.hpp"

namespace slicegate::policy {

// What stands at a place, for the patch that may have to make it.
[[nodiscard]] inline Result<Presence> presence_of(json::Place const& place, json::Value& value)
{
    auto const kind = json::kind_of(place, value);
    if (!kind)
        return kind.error();
    return *kind == json::Kind::null ? Presence::null : Presence::present;
}

[[nodiscard]] inline Result<void>
note_presence(Presence& presence, json::Place const& place, json::Value& value)
{
    auto const found = presence_of(place, value);
    if (!found)
        return found.error();
    presence = *found;
    return {};
}

}  // namespace slicegate::policy
