// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>

namespace slicegate::cli {

// Lays out a pool for many teams' models: production on MIG instances by fit, or on whole cards; development on
// time-sliced cards. `gpu` counts where the file names none. Exit status: 0 all fit, 1 a model fits no card, 2 wrong
// use or unreadable.
[[nodiscard]] int
run_teams(std::string const& file, std::string const& gpu, std::ostream& out, std::ostream& err);

}  // namespace slicegate::cli
