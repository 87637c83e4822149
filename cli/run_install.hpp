// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "certs/make.hpp"
#include "policy/error.hpp"

#include <iosfwd>
#include <optional>
#include <string>

namespace slicegate::cli {

// What `slicegate install` was asked for, as it was typed.
struct InstallOptions {
    std::string namespace_ = "slicegate-system";
    std::string image;            // empty: that of the manifests
    std::optional<int> replicas;  // that of the manifests where absent
    std::string config;           // a policy file; empty: the compiled-in policy
    std::string kubernetes;       // the version of the API server; empty: the newest that is known
    int days = static_cast<int>(certs::default_lifetime.count());
    int ca_days = static_cast<int>(certs::default_ca_lifetime.count());
    bool audit_only = false;
    bool renew = false;
    std::string previous_ca;  // a path or "-": PEM, or registrations as kubectl prints them
};

// Prints the manifests of an installation, its certificates among them, to `out`, and what is to be known about it to
// `err`. Nothing is printed to `out` where something is wrong. Errors say which option or file, what and the remedy.
[[nodiscard]] Result<void> run_install(InstallOptions const& options, std::ostream& out, std::ostream& err);

}  // namespace slicegate::cli
