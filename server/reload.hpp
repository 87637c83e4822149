// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "server/asio.hpp"
#include "server/load_files.hpp"
#include "server/log.hpp"
#include "server/options.hpp"
#include "server/server.hpp"

#include <chrono>
#include <string>
#include <string_view>

namespace slicegate::server {

// Follows the policy file and the certificate files while the server runs: a kubelet swaps a mounted
// ConfigMap or Secret by a symlink, others write in place. Their text is read again and again and compared,
// which sees either.
//
// What is new is taken up when two looks have found the same, so that what is written in two steps (half a file,
// a certificate before its key) is met when it is whole. It is checked whole, then used whole; what is bad is
// logged and counted once, and the last good one stays. On the server's own executor alone.
class Reload {
public:
    // A kubelet takes up to a minute to bring a change; what comes after that must not add to it. Certificates
    // are promised within 10 s. Reading a few KiB costs some 50 µs.
    static constexpr std::chrono::milliseconds default_interval{1000};

    // `options`, `server` and `logger` must outlive the last run of the server.
    Reload(ServeOptions const& options, Serving serving, Server& server, Logger& logger);

    // Until the server stops; a look every `interval`.
    Task<> run(std::chrono::milliseconds interval = default_interval);

    // One look at all files, as run() takes them.
    void look();

private:
    // What a file, or the files of one kind, held at the last look.
    struct Watched {
        std::string text;
        bool is_settled = true;  // tried since it changed
        std::string refused;     // why it is not in use; empty where it is
    };

    static bool has_settled(Watched& watched, std::string now);
    void look_at_policy();
    void look_at_certificate();
    void refuse(Reloadable what, Watched& watched, std::string const& error);
    void accept(Reloadable what, Watched& watched, std::string_view message);

    ServeOptions const& options_;
    certs::CredentialFiles files_;
    Serving serving_;
    Server& server_;
    Logger& logger_;
    Watched policy_;
    Watched certificate_;
};

// The level that the policy asks for, where the command line does not say.
void apply_log_level(Logger& logger, ServeOptions const& options, policy::Policy const& policy);

}  // namespace slicegate::server
