// SPDX-License-Identifier: Apache-2.0
#include "sizing/tickets.hpp"

#include <algorithm>
#include <array>

namespace slicegate::sizing {
namespace {

constexpr unsigned max_cards = 16;
constexpr unsigned max_replicas = 128;

std::string count_of(unsigned number, std::string const& one)
{
    return std::to_string(number) + ' ' + one + (number == 1 ? "" : "s");
}

std::string explain_gift(Tickets const& tickets, unsigned asked)
{
    if (tickets.replicas == 1)
        return asked == 1 ? "gets a whole card" : "gets " + std::to_string(asked) + " whole cards";
    if (asked == 1)
        return "gets one ticket: it sees the whole card, shares its time, and no memory is set aside";
    return "gets " + std::to_string(asked) +
           " tickets: of one card, where they bring neither more memory nor more time, or of several, as it "
           "comes";
}

Handed hand_out(Tickets const& tickets, unsigned asked)
{
    bool const is_shared = tickets.replicas > 1;
    Handed handed{.asked = asked, .is_given = false, .fewest_cards = 0, .most_cards = 0, .what = {}};
    if (asked > tickets.cards * tickets.replicas) {
        handed.what = "stays Pending: the node has " + count_of(tickets.cards * tickets.replicas, "ticket");
        return handed;
    }
    if (is_shared && asked > 1 && (tickets.fails_requests_greater_than_one || tickets.is_mps)) {
        handed.what =
            "is bound, then fails with UnexpectedAdmissionError: the device plugin refuses more than one";
        return handed;
    }
    handed.is_given = true;
    handed.fewest_cards = (asked + tickets.replicas - 1) / tickets.replicas;
    handed.most_cards = std::min(asked, tickets.cards);
    handed.what = explain_gift(tickets, asked);
    return handed;
}

}  // namespace

Result<TicketOffice> open_ticket_office(Tickets const& tickets)
{
    if (tickets.cards < 1 || tickets.cards > max_cards)
        return Error{Errc::bad_option, "cards: must be from 1 to 16"};
    if (tickets.replicas < 1 || tickets.replicas > max_replicas)
        return Error{Errc::bad_option, "replicas: must be from 1 to 128"};
    bool const is_shared = tickets.replicas > 1;
    TicketOffice office{
        .resource = is_shared && tickets.renames ? "nvidia.com/gpu.shared" : "nvidia.com/gpu",
        .allocatable = tickets.cards * tickets.replicas,
        .label = is_shared && !tickets.renames ? "-SHARED" : "",
        .handed = {}};
    for (unsigned const asked : std::array{1U, 2U, tickets.replicas, tickets.cards * tickets.replicas + 1}) {
        bool const is_new = std::none_of(office.handed.begin(), office.handed.end(), [&](Handed const& each) {
            return each.asked == asked;
        });
        if (is_new)
            office.handed.push_back(hand_out(tickets, asked));
    }
    return office;
}

}  // namespace slicegate::sizing
