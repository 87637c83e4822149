// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/answers.hpp"

#include <iosfwd>
#include <string>

namespace slicegate::ui {

// Serves the page on a loopback address, "127.0.0.1:8446" or "[::1]:0", until SIGINT or SIGTERM; says on `out` where
// it is once the port is open. Errors: Errc::bad_option for an address that is none or that others can reach,
// Errc::io where the port cannot be had.
[[nodiscard]] Result<void> serve_page(std::string const& listen, Answers const& answers, std::ostream& out);

}  // namespace slicegate::ui
