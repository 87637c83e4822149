// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "server/asio.hpp"
#include "server/handshake.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace slicegate::server {

// What the server carries at this moment, summed over its threads, and what befell it. Written by the
// sessions, read by the acceptor and by /metrics; each number stands for itself, so relaxed order will do.
struct Load {
    std::atomic<bool> is_draining{false};
    std::atomic<std::size_t> connections{0};
    std::atomic<std::uint64_t> accepted{0};
    std::atomic<std::size_t> requests{0};
    std::atomic<std::uint64_t> body_bytes{0};
    std::atomic<std::uint64_t> handshakes{0};
    std::array<std::atomic<std::uint64_t>, handshake_failure_words.size()> handshake_failures{};
    std::atomic<std::uint64_t> evictions{0};
    std::atomic<std::uint64_t> accept_failures{0};
    // When that was last so, by Clock. At first long ago, and not its first moment, from which nothing can be
    // taken.
    std::atomic<Clock::rep> accept_failed_at{-Clock::duration{std::chrono::hours{1}}.count()};
    std::atomic<std::uint64_t> session_failures{0};
};

// Counts one thing for as long as it is there.
class Presence {
public:
    explicit Presence(std::atomic<std::size_t>& count) : count_{&count}
    {
        count_->fetch_add(1, std::memory_order_relaxed);
    }
    ~Presence() { count_->fetch_sub(1, std::memory_order_relaxed); }
    Presence(Presence const&) = delete;
    Presence& operator=(Presence const&) = delete;

private:
    std::atomic<std::size_t>* count_;
};

// One body's share of the bytes of all bodies in flight. It counts what has arrived, not what was declared: a
// peer that declares much and sends nothing takes no room from the others.
class BodyShare {
public:
    BodyShare(std::atomic<std::uint64_t>& total, std::uint64_t limit) : total_{&total}, limit_{limit} {}
    ~BodyShare() { release(); }
    BodyShare(BodyShare const&) = delete;
    BodyShare& operator=(BodyShare const&) = delete;

    // Whether so much is free at this moment.
    bool has_room_for(std::uint64_t bytes) const
    {
        auto const taken = total_->load(std::memory_order_relaxed);
        return taken <= limit_ && bytes <= limit_ - taken;
    }

    // False where the limit is passed; the caller gives up its request then.
    [[nodiscard]] bool grow_to(std::uint64_t bytes)
    {
        auto const more = bytes - held_;
        held_ = bytes;
        return total_->fetch_add(more, std::memory_order_relaxed) + more <= limit_;
    }

    void release() { total_->fetch_sub(std::exchange(held_, 0), std::memory_order_relaxed); }

private:
    std::atomic<std::uint64_t>* total_;
    std::uint64_t limit_;
    std::uint64_t held_ = 0;
};

}  // namespace slicegate::server
