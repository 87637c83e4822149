// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/error.hpp"

#include <string>
#include <vector>

namespace slicegate::sizing {

// How NVIDIA's device plugin is told to share the cards of a node, by turns or by MPS.
struct Tickets {
    unsigned cards = 1;
    unsigned replicas = 1;  // of each card; 1: it is not shared
    bool renames = false;   // renameByDefault
    bool fails_requests_greater_than_one = false;
    bool is_mps = false;
};

// What became of one container's request.
struct Handed {
    unsigned asked = 0;
    bool is_given = false;
    unsigned fewest_cards = 0;  // that its tickets may be of
    unsigned most_cards = 0;
    std::string what;  // in a sentence
};

// What a node with such a configuration does.
struct TicketOffice {
    std::string resource;  // that it advertises
    unsigned allocatable = 0;
    std::string label;  // of the node: nvidia.com/gpu.product has a suffix where cards are shared
    std::vector<Handed> handed;
};

// Source: NVIDIA's device plugin v0.20.0: README, "Shared Access to GPUs"; MPS refuses more than one always.
// Error: Errc::bad_option with the number that is impossible.
[[nodiscard]] Result<TicketOffice> open_ticket_office(Tickets const& tickets);

}  // namespace slicegate::sizing
