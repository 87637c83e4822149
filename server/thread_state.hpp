// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/admit.hpp"
#include "policy/policy.hpp"
#include "server/http_request.hpp"
#include "server/load.hpp"
#include "server/log.hpp"
#include "server/metrics.hpp"
#include "server/roster.hpp"

#include <openssl/ssl.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace slicegate::server {

// What is served, and behind which certificate. Both are swapped whole while connections live: each thread
// has its own pointers, so that no request takes a lock for them.
struct Serving {
    std::shared_ptr<policy::Policy const> policy;
    std::string policy_digest;  // of its text, for people who ask which one it is
    std::shared_ptr<SSL_CTX> tls;
    std::chrono::system_clock::time_point certificate_end;
};

struct Limits {
    RequestLimits request;
    std::uint64_t max_inflight_bytes;
    PhaseLimits phases;
};

// Strings whose memory serves one request after another. The last one back is the first one out, for its
// bytes are in the cache; what a large body needed goes back to the system.
class SpareStrings {
public:
    std::string take()
    {
        if (spares_.empty())
            return {};
        std::string spare = std::move(spares_.back());
        spares_.pop_back();
        return spare;
    }

    void give_back(std::string spare)
    {
        if (spare.capacity() <= max_kept_bytes && spares_.size() < max_spares)
            spares_.push_back(std::move(spare));
    }

private:
    static constexpr std::size_t max_kept_bytes = std::size_t{64} * 1024;
    static constexpr std::size_t max_spares = 32;
    std::vector<std::string> spares_;
};

// What the connections of one thread share. Nothing in it is touched by another thread but what Load and
// Metrics allow; no meaning passes through it from one request to the next.
struct ThreadState {
    Limits limits;
    Serving serving;
    Load& load;
    Metrics& metrics;
    Logger& logger;
    Roster roster;
    policy::Scratch scratch;
    std::vector<char> input;  // filled and emptied without a pause in between
    std::string output;       // likewise
    SpareStrings bodies;
};

}  // namespace slicegate::server
