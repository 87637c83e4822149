// SPDX-License-Identifier: Apache-2.0
#include "cli/examine_files.hpp"

#include "cli/find_manifests.hpp"

#include <utility>

namespace slicegate::cli {

namespace {

bool fail(std::string const& file, std::string const& what, FileVisitor const& visitor)
{
    visitor.trouble(file, {1, what});
    return false;
}

}  // namespace

bool examine_file(std::string const& file, bool is_named, Examiner& examiner, FileVisitor const& visitor)
{
    auto input = Input::open(file);
    if (!input)
        return fail(file, input.error().message, visitor);
    return examine_input(std::move(*input), file, is_named, examiner, visitor);
}

bool examine_input(
    Input input, std::string const& file, bool is_named, Examiner& examiner, FileVisitor const& visitor)
{
    std::size_t const before = examiner.counts().documents + examiner.counts().unreadable;
    Documents documents(std::move(input), file.ends_with(".json"));
    while (auto const document = documents.next())
        visitor.document(file, *document, examiner.examine(*document));
    visitor.end(file, documents.rest());
    // Of a JSON List without items its frame alone is left.
    auto const start = documents.rest().find_first_not_of(" \t\r\n");
    bool const is_list = start != std::string_view::npos && documents.rest()[start] == '{';
    bool const is_empty = !is_list && before == examiner.counts().documents + examiner.counts().unreadable;
    return !is_named || !is_empty || fail(file, "is empty: it holds no manifest", visitor);
}

Counts examine_files(std::vector<std::string> const& paths, Examiner& examiner, FileVisitor const& visitor)
{
    std::size_t failures = 0;
    for (std::string const& path : paths) {
        find_manifests(
            path,
            [&](std::string const& file) {
                failures += static_cast<std::size_t>(!examine_file(file, file == path, examiner, visitor));
            },
            [&](std::string const& folder, std::string const& what) {
                ++failures;
                visitor.trouble(folder, {1, what});
            });
    }
    Counts counts = examiner.counts();
    counts.unreadable += failures;
    return counts;
}

int exit_status_of(Counts const& counts)
{
    if (counts.unreadable > 0)
        return 2;
    return counts.refused > 0 ? 1 : 0;
}

}  // namespace slicegate::cli
