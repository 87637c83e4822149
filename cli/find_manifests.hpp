// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

namespace slicegate::cli {

// Calls visit(path) for a file or "-", and for each *.yaml, *.yml and *.json below a folder in the order of
// their names. Hidden ones and links that lead out of the folder are passed over. fail(path, what) where a
// folder cannot be read.
void find_manifests(
    std::string const& path, std::function<void(std::string const&)> const& visit,
    std::function<void(std::string const&, std::string const&)> const& fail);

}  // namespace slicegate::cli
