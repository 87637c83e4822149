// SPDX-License-Identifier: Apache-2.0
#include "server/roster.hpp"

#include <catch2/catch_test_macros.hpp>

#include <memory>
#include <string>

using namespace slicegate::server;
using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

constexpr PhaseLimits limits{seconds{10}, seconds{120}, seconds{10}, seconds{30}, seconds{30}, seconds{5}};

// A connection that notes its name when it is cancelled.
struct Connection {
    Connection(Roster& roster, char name, std::string& cancelled)
        : entry{roster, [name, &cancelled] { cancelled += name; }}
    {
    }
    Roster::Entry entry;
};

}  // namespace

TEST_CASE("roster: a sweep cancels what is past the limit of its phase")
{
    Roster roster{limits};
    std::string cancelled;
    Connection handshake{roster, 'h', cancelled};
    Connection idle{roster, 'i', cancelled};
    Connection body{roster, 'b', cancelled};
    Connection answer{roster, 'a', cancelled};
    auto const now = Clock::now();
    idle.entry.enter(Phase::idle, now);
    body.entry.enter(Phase::body, now);
    answer.entry.enter(Phase::answer, now + seconds{1});
    roster.sweep(now + seconds{9});
    CHECK(cancelled.empty());
    roster.sweep(now + seconds{11});
    CHECK(cancelled == "h");
    cancelled.clear();
    roster.sweep(now + seconds{30} + milliseconds{1});
    CHECK(cancelled == "hb");
    cancelled.clear();
    roster.sweep(now + seconds{121});
    CHECK(cancelled == "hiba");
}

TEST_CASE("roster: the longest wait goes first, a request in flight never")
{
    Roster roster{limits};
    std::string cancelled;
    Connection first{roster, '1', cancelled};
    Connection second{roster, '2', cancelled};
    Connection third{roster, '3', cancelled};
    auto const now = Clock::now();
    first.entry.enter(Phase::answer, now);
    third.entry.enter(
        Phase::header, now + seconds{1});  // begun, but not complete: it has waited since it came
    CHECK(roster.evict_longest_wait());
    CHECK(cancelled == "2");
    CHECK(roster.evict_longest_wait());
    CHECK(cancelled == "23");
    CHECK_FALSE(roster.evict_longest_wait());
    CHECK(cancelled == "23");
}

TEST_CASE("roster: an answer starts the wait anew")
{
    Roster roster{limits};
    std::string cancelled;
    Connection first{roster, '1', cancelled};
    Connection second{roster, '2', cancelled};
    auto const now = Clock::now() + seconds{1};
    first.entry.enter(Phase::answer, now);
    first.entry.enter(Phase::idle, now);
    CHECK(roster.evict_longest_wait());
    CHECK(cancelled == "2");
    CHECK(roster.oldest_wait() == now);
}

TEST_CASE("roster: the oldest wait is known, and that there is none")
{
    Roster roster{limits};
    CHECK(roster.oldest_wait() == Clock::time_point::max());
    CHECK(roster.empty());
    std::string cancelled;
    {
        Connection only{roster, '1', cancelled};
        CHECK(roster.oldest_wait() <= Clock::now());
        CHECK_FALSE(roster.empty());
        only.entry.enter(Phase::answer, Clock::now());
        CHECK(roster.oldest_wait() == Clock::time_point::max());
        CHECK_FALSE(roster.empty());
    }
    CHECK(roster.empty());
}

TEST_CASE("roster: only those without a begun request are idle")
{
    Roster roster{limits};
    std::string cancelled;
    Connection handshake{roster, 'h', cancelled};
    Connection idle{roster, 'i', cancelled};
    Connection header{roster, 'd', cancelled};
    Connection answer{roster, 'a', cancelled};
    auto const now = Clock::now();
    idle.entry.enter(Phase::idle, now);
    header.entry.enter(Phase::header, now);
    answer.entry.enter(Phase::answer, now);
    roster.close_idle();
    CHECK(cancelled == "hi");
    cancelled.clear();
    roster.close_all();
    CHECK(cancelled == "hida");
}
