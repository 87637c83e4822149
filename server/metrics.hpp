// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/admit.hpp"
#include "server/load.hpp"
#include "server/log.hpp"
#include "server/reloadable.hpp"

#include <chrono>
#include <memory>
#include <string>

namespace slicegate::server {

// What /metrics says. Every label has a fixed set of values, whatever a request holds: what is not in the set
// is counted as "other". Safe to use from all threads, but render() from one alone.
class Metrics {
public:
    // `load` is read at each render; it must live as long as this.
    explicit Metrics(Load const& load);
    ~Metrics();

    void count_review(ReviewRecord const& record);

    // An answer by HTTP status alone: unknown path, body too large, overload.
    void count_http_error(unsigned status);

    // Of the policy in use: the name of its text.
    void set_policy_digest(std::string const& digest);

    // When the certificate in use ends.
    void set_certificate_end(std::chrono::system_clock::time_point end);

    // What was new on disk has come into use, or was refused.
    void count_reload(Reloadable what, Reloaded how);

    // The Prometheus text format.
    [[nodiscard]] std::string render() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace slicegate::server
