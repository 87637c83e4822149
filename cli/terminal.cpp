// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal.hpp"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace slicegate::cli {

namespace {

std::string_view variable(char const* name)
{
    char const* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): before any thread starts
    return value != nullptr ? value : "";
}

}  // namespace

bool wants_colour()
{
    return ::isatty(STDOUT_FILENO) == 1 && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
}

}  // namespace slicegate::cli
