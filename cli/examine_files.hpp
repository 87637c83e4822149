// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/documents.hpp"
#include "cli/examine.hpp"
#include "cli/findings.hpp"

#include <functional>
#include <string>
#include <vector>

namespace slicegate::cli {

struct FileVisitor {
    std::function<void(std::string const& file, Document const&, Examined const&)> document;
    std::function<void(std::string const& file, std::string_view rest)>
        end;  // of a file, and what is left of it
    std::function<void(std::string const& file, Trouble const&)> trouble;  // not of a document
};

// Takes one file, or "-", to the examiner, document by document. False, and a trouble, where it cannot be opened or
// where one that the user named (not one found in a folder) holds nothing.
[[nodiscard]] bool
examine_file(std::string const& file, bool is_named, Examiner& examiner, FileVisitor const& visitor);

// The same of an input that is open, called `file`.
[[nodiscard]] bool examine_input(
    Input input, std::string const& file, bool is_named, Examiner& examiner, FileVisitor const& visitor);

// Takes files, folders and "-" to the examiner, document by document. What came of it is counted; a file that
// cannot be opened, or in which there is nothing, is a trouble.
[[nodiscard]] Counts
examine_files(std::vector<std::string> const& paths, Examiner& examiner, FileVisitor const& visitor);

// 2 where something could not be read, else 1 where something is refused, else 0.
[[nodiscard]] int exit_status_of(Counts const& counts);

}  // namespace slicegate::cli
