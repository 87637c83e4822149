// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "server/asio.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <list>

namespace slicegate::server {

// What a connection is doing. All but `answer` wait for the peer, without a complete request.
enum class Phase { handshake, idle, header, body, answer, linger };

// How long a phase may last, in the order of Phase.
using PhaseLimits = std::array<std::chrono::milliseconds, 6>;

// The connections of one thread: who waits since when, and until when each may do what it does. One sweep now
// and then looks at the deadlines; a timer for each request would cost a fifth of its CPU.
//
// Everything but oldest_wait() belongs to the thread.
class Roster {
public:
    explicit Roster(PhaseLimits const& limits) : limits_{limits} {}

    // A connection's place, for as long as it lives. `cancel` ends the connection's operation under way.
    class Entry {
    public:
        Entry(Roster& roster, std::function<void()> cancel);
        ~Entry();
        Entry(Entry const&) = delete;
        Entry& operator=(Entry const&) = delete;

        void enter(Phase phase, Clock::time_point now);
        Phase phase() const { return phase_; }
        bool is_overdue(Clock::time_point now) const { return deadline_ <= now; }

    private:
        friend class Roster;
        Roster& roster_;
        std::function<void()> cancel_;
        Phase phase_ = Phase::handshake;
        Clock::time_point deadline_;
        Clock::time_point waits_since_;
        std::list<Entry*>::iterator place_;
    };

    // Cancels what is past its deadline.
    void sweep(Clock::time_point now);

    // Cancels the connection that has waited longest without a complete request, if any waits.
    bool evict_longest_wait();

    // Cancels every connection on which no request has begun.
    void close_idle();
    void close_all();

    bool empty() const { return waiting_.empty() && answering_.empty(); }

    // Since when the longest wait lasts, or the clock's last moment where none does. For other threads, which
    // compare the rosters.
    Clock::time_point oldest_wait() const;

private:
    void publish_oldest_wait();

    PhaseLimits limits_;
    std::list<Entry*> waiting_;  // the longest wait first
    std::list<Entry*> answering_;
    std::atomic<Clock::rep> oldest_wait_{Clock::time_point::max().time_since_epoch().count()};
};

}  // namespace slicegate::server
