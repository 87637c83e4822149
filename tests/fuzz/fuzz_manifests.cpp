// SPDX-License-Identifier: Apache-2.0
// Any bytes as the manifests of `slicegate check` and `slicegate mutate`.
#include "cli/apply_changes.hpp"
#include "cli/documents.hpp"
#include "cli/examine.hpp"
#include "tests/fuzz/policies.hpp"
#include "tests/fuzz/require.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

using namespace slicegate;

namespace {

// A file without a disk, by whose path Input opens it anew each time.
class MemoryFile {
public:
    MemoryFile() : file_(memfd_create("manifests", MFD_CLOEXEC)) {}
    MemoryFile(MemoryFile const&) = delete;
    MemoryFile& operator=(MemoryFile const&) = delete;
    ~MemoryFile() { close(file_); }

    [[nodiscard]] cli::Input open(std::string_view text) const
    {
        bool const is_written = ftruncate(file_, 0) == 0 && pwrite(file_, text.data(), text.size(), 0) ==
                                                                static_cast<ssize_t>(text.size());
        auto input = cli::Input::open("/proc/self/fd/" + std::to_string(file_));
        fuzz::require(is_written && input.has_value(), "memory can be read as a file");
        return std::move(*input);
    }

private:
    int file_;
};

// Everything printable that came of one text, and the text as `mutate` leaves it.
struct Result {
    std::string changed;
    cli::Counts counts;
    std::size_t changes = 0;
};

void check_findings(cli::Examined const& examined)
{
    for (cli::Trouble const& trouble : examined.troubles)
        fuzz::require(
            !trouble.what.empty() && trouble.line > 0, "a trouble has a line and says what", trouble.what);
    for (cli::ObjectFindings const& findings : examined.objects)
        fuzz::require(
            findings.line > 0 && (!findings.notices.empty() || findings.is_refused),
            "findings have a line and a reason");
}

Result examine(std::string_view text, bool is_named_json, policy::Policy const& policy)
{
    static MemoryFile const file;
    Result result;
    cli::Examiner examiner(policy, "default", cli::Purpose::mutate);
    cli::Documents documents(file.open(text), is_named_json);
    std::size_t size = 0;
    while (auto const document = documents.next()) {
        size += document->before.size() + document->text.size();
        auto const& examined = examiner.examine(*document);
        check_findings(examined);
        result.changes += examined.changes.size();
        static_cast<void>(cli::render_changes("file", *document, examined));
        if (auto const changed = cli::apply_changes(*document, examined);
            changed && examined.troubles.empty()) {
            result.changed +=
                document->format == cli::Format::yaml && !result.changed.empty() ? "\n---\n" : "";
            result.changed += *changed;
        }
    }
    fuzz::require(size <= text.size(), "documents are pieces of the text", text);
    result.counts = examiner.counts();
    return result;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    std::string_view const text(reinterpret_cast<char const*>(data), size);
    auto const& policy = fuzz::pick_policy(size);
    auto const first = examine(text, (size / 4) % 2 == 1, policy);
    fuzz::require(first.counts.refused <= first.counts.judged, "what is refused was judged", text);
    if (first.changes == 0 || first.counts.unreadable > 0 || first.counts.documents != 1)
        return 0;
    auto const second = examine(first.changed, false, policy);
    fuzz::require(second.counts.unreadable == 0, "what mutate prints can be read", first.changed);
    fuzz::require(
        second.counts.refused == 0 && second.changes == 0, "what mutate prints is admitted as it is",
        first.changed);
    return 0;
}
