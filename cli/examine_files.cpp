// SPDX-License-Identifier: Apache-2.0
#include "cli/examine_files.hpp"

#include "cli/find_manifests.hpp"

#include <utility>

namespace slicegate::cli {

namespace {

class Walk {
public:
    Walk(Examiner& examiner, FileVisitor const& visitor) : examiner_(examiner), visitor_(visitor) {}

    void examine(std::string const& file, bool is_named)
    {
        auto input = Input::open(file);
        if (!input)
            return fail(file, input.error().message);
        std::size_t const before = examiner_.counts().documents + examiner_.counts().unreadable;
        Documents documents(std::move(*input), file.ends_with(".json"));
        while (auto const document = documents.next())
            visitor_.document(file, *document, examiner_.examine(*document));
        visitor_.end(file, documents.rest());
        bool const is_empty = before == examiner_.counts().documents + examiner_.counts().unreadable;
        if (is_named && is_empty)
            fail(file, "is empty: it holds no manifest");
    }

    void fail(std::string const& file, std::string const& what)
    {
        ++failures_;
        visitor_.trouble(file, {1, what});
    }

    [[nodiscard]] std::size_t failures() const { return failures_; }

private:
    Examiner& examiner_;
    FileVisitor const& visitor_;
    std::size_t failures_ = 0;
};

}  // namespace

Counts examine_files(std::vector<std::string> const& paths, Examiner& examiner, FileVisitor const& visitor)
{
    Walk walk(examiner, visitor);
    for (std::string const& path : paths) {
        find_manifests(
            path, [&](std::string const& file) { walk.examine(file, file == path); },
            [&](std::string const& folder, std::string const& what) { walk.fail(folder, what); });
    }
    Counts counts = examiner.counts();
    counts.unreadable += walk.failures();
    return counts;
}

int exit_status_of(Counts const& counts)
{
    if (counts.unreadable > 0)
        return 2;
    return counts.refused > 0 ? 1 : 0;
}

}  // namespace slicegate::cli
