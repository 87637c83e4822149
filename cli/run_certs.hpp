// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "certs/make.hpp"
#include "policy/error.hpp"

#include <string>
#include <vector>

namespace slicegate::cli {

// What `slicegate certs` was asked for, as it was typed.
struct CertsOptions {
    std::string service = "slicegate";
    std::string service_namespace = "slicegate-system";
    std::vector<std::string> names;
    int days = static_cast<int>(certs::default_lifetime.count());
    int ca_days = static_cast<int>(certs::default_ca_lifetime.count());
    std::string ca_certificate;
    std::string ca_key;
    std::string out;  // empty: no files
    bool secret = false;
    std::string secret_name = "slicegate-tls";
    bool force = false;
    bool renew = false;
    std::string previous_ca;      // empty: ca.crt of `out`
    std::string print_ca_bundle;  // a path: print it and make nothing
};

// Makes what was asked for: files, or a Secret on stdout, or the caBundle on stdout; messages on stderr.
[[nodiscard]] Result<void> run_certs(CertsOptions const& options);

}  // namespace slicegate::cli
