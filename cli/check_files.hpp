// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/findings.hpp"
#include "cli/report.hpp"
#include "policy/policy.hpp"

#include <string>
#include <vector>

namespace slicegate::cli {

// Judges files, folders and "-" on all cores, and reports what is found in the order of the files. The memory it takes
// is that of a document for each core, for what is found waits in short queues. `default_namespace` is for objects that do
// not say theirs.
[[nodiscard]] Counts check_files(
    std::vector<std::string> const& paths, policy::Policy const& policy, std::string const& default_namespace,
    Report& report);

}  // namespace slicegate::cli
