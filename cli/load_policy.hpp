// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/error.hpp"
#include "policy/policy.hpp"

#include <iosfwd>
#include <string>
#include <string_view>

namespace slicegate::cli {

// Reads a policy file, or standard input for "-". Error: what is wrong, line by line, without the file's
// name.
[[nodiscard]] Result<policy::Policy> load_policy(std::string const& file);

// A message may have several lines: each is named, so that editors and grep find its file.
void print_error(std::ostream& err, std::string const& file, std::string_view message);

}  // namespace slicegate::cli
