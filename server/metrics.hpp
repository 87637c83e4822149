// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/admit.hpp"
#include "server/load.hpp"
#include "server/log.hpp"

#include <chrono>
#include <memory>
#include <string>

namespace slicegate::server {

// What can be replaced while the server runs, and what came of it.
enum class Reloadable { policy, certificate };
enum class Reloaded { used, refused };

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

    // When the certificate in use ends; 0 where none is set.
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
