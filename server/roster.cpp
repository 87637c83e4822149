// SPDX-License-Identifier: Apache-2.0
#include "server/roster.hpp"

#include <utility>

namespace slicegate::server {

Roster::Entry::Entry(Roster& roster, std::function<void()> cancel)
    : roster_{roster}, cancel_{std::move(cancel)}
{
    auto const now = Clock::now();
    waits_since_ = now;
    place_ = roster_.waiting_.insert(roster_.waiting_.end(), this);
    enter(Phase::handshake, now);
    roster_.publish_oldest_wait();
}

Roster::Entry::~Entry()
{
    (phase_ == Phase::answer ? roster_.answering_ : roster_.waiting_).erase(place_);
    roster_.publish_oldest_wait();
}

void Roster::Entry::enter(Phase phase, Clock::time_point now)
{
    deadline_ = now + roster_.limits_[static_cast<std::size_t>(phase)];
    bool const was_answering = phase_ == Phase::answer;
    bool const answers = phase == Phase::answer;
    phase_ = phase;
    if (was_answering == answers)
        return;
    auto& from = was_answering ? roster_.answering_ : roster_.waiting_;
    auto& to = answers ? roster_.answering_ : roster_.waiting_;
    to.splice(to.end(), from, place_);
    if (!answers)
        waits_since_ = now;
    roster_.publish_oldest_wait();
}

void Roster::publish_oldest_wait()
{
    auto const oldest = waiting_.empty() ? Clock::time_point::max() : waiting_.front()->waits_since_;
    oldest_wait_.store(oldest.time_since_epoch().count(), std::memory_order_relaxed);
}

Clock::time_point Roster::oldest_wait() const
{
    return Clock::time_point{Clock::duration{oldest_wait_.load(std::memory_order_relaxed)}};
}

void Roster::sweep(Clock::time_point now)
{
    for (auto* list : {&waiting_, &answering_}) {
        for (Entry* entry : *list) {
            if (entry->deadline_ <= now)
                entry->cancel_();
        }
    }
}

bool Roster::evict_longest_wait()
{
    if (waiting_.empty() || waiting_.front()->waits_since_ == Clock::time_point::max())
        return false;
    // Cancelling takes effect when the connection's coroutine runs; the next eviction must not meet it again.
    Entry* const entry = waiting_.front();
    entry->waits_since_ = Clock::time_point::max();
    waiting_.splice(waiting_.end(), waiting_, entry->place_);
    publish_oldest_wait();
    entry->cancel_();
    return true;
}

void Roster::close_idle()
{
    for (Entry* entry : waiting_) {
        if (entry->phase_ == Phase::idle || entry->phase_ == Phase::handshake)
            entry->cancel_();
    }
}

void Roster::close_all()
{
    for (auto* list : {&waiting_, &answering_}) {
        for (Entry* entry : *list)
            entry->cancel_();
    }
}

}  // namespace slicegate::server
