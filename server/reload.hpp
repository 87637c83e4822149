// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "server/asio.hpp"
#include "server/load_files.hpp"
#include "server/log.hpp"
#include "server/options.hpp"
#include "server/server.hpp"

#include <string>
#include <string_view>

namespace slicegate::server {

// Follows the policy file and the certificate files while the server runs: a kubelet swaps a mounted
// ConfigMap or Secret by a symlink, others write in place. Their text is read every few seconds and compared,
// which sees either. What is new is checked whole, then used whole; what is bad is logged and counted once,
// and the last good one stays. On the server's own executor alone.
class Reload {
public:
    // `options`, `server` and `logger` must outlive the last run of the server.
    Reload(ServeOptions const& options, Serving serving, Server& server, Logger& logger);

    // Until the server stops.
    Task<> run();

private:
    void look_at_policy();
    void look_at_certificate();
    void reject(Reloadable what, std::string const& error);
    void accept(Reloadable what, std::string_view message);

    ServeOptions const& options_;
    certs::CredentialFiles files_;
    Serving serving_;
    Server& server_;
    Logger& logger_;
    std::string policy_text_;  // what was tried last, used or refused
    std::string certificate_text_;
};

// The level that the policy asks for, where the command line does not say.
void apply_log_level(Logger& logger, ServeOptions const& options, policy::Policy const& policy);

}  // namespace slicegate::server
