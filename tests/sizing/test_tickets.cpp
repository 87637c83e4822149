// SPDX-License-Identifier: Apache-2.0
#include "sizing/tickets.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace slicegate;
using namespace slicegate::sizing;

namespace {

Handed handed(TicketOffice const& office, unsigned asked)
{
    for (Handed const& each : office.handed) {
        if (each.asked == asked)
            return each;
    }
    FAIL("nobody asks for " << asked);
    return {};
}

}  // namespace

TEST_CASE("tickets: replicas multiply what a node advertises, and nothing else")
{
    auto const office = open_ticket_office({.cards = 2, .replicas = 4});
    REQUIRE(office.has_value());
    CHECK(office->resource == "nvidia.com/gpu");
    CHECK(office->allocatable == 8);
    CHECK(office->label == "-SHARED");
    CHECK(handed(*office, 1).what.find("no memory is set aside") != std::string::npos);
    CHECK(handed(*office, 2).is_given);
    CHECK(handed(*office, 2).fewest_cards == 1);
    CHECK(handed(*office, 2).most_cards == 2);
    CHECK(handed(*office, 2).what.find("neither more memory nor more time") != std::string::npos);
    CHECK_FALSE(handed(*office, 9).is_given);
    CHECK(handed(*office, 9).what.find("Pending") != std::string::npos);
}

TEST_CASE("tickets: renamed ones say so, and the product's label does not")
{
    auto const office = open_ticket_office({.cards = 1, .replicas = 4, .renames = true});
    REQUIRE(office.has_value());
    CHECK(office->resource == "nvidia.com/gpu.shared");
    CHECK(office->label.empty());
    CHECK(open_ticket_office({.cards = 1, .replicas = 1, .renames = true})->resource == "nvidia.com/gpu");
}

TEST_CASE("tickets: more than one fails where the plugin is told so, and under MPS")
{
    for (auto const& how :
         {Tickets{.replicas = 4, .fails_requests_greater_than_one = true},
          Tickets{.replicas = 4, .is_mps = true}}) {
        auto const office = open_ticket_office(how);
        REQUIRE(office.has_value());
        CHECK(handed(*office, 1).is_given);
        CHECK_FALSE(handed(*office, 2).is_given);
        CHECK(handed(*office, 2).what.find("UnexpectedAdmissionError") != std::string::npos);
    }
    auto const whole =
        open_ticket_office({.cards = 2, .replicas = 1, .fails_requests_greater_than_one = true});
    CHECK(handed(*whole, 2).is_given);
}

TEST_CASE("tickets: impossible numbers are told")
{
    CHECK(open_ticket_office({.cards = 0}).error().message == "cards: must be from 1 to 16");
    CHECK(open_ticket_office({.cards = 17}).error().message == "cards: must be from 1 to 16");
    CHECK(open_ticket_office({.replicas = 0}).error().message == "replicas: must be from 1 to 128");
    CHECK(open_ticket_office({.replicas = 129}).error().message == "replicas: must be from 1 to 128");
}
