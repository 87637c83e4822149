// SPDX-License-Identifier: Apache-2.0
#include "cli/find_manifests.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

namespace slicegate::cli {

namespace {

namespace fs = std::filesystem;

using Visit = std::function<void(std::string const&)>;
using Fail = std::function<void(std::string const&, std::string const&)>;

bool is_manifest(fs::path const& path)
{
    auto const extension = path.extension();
    return extension == ".yaml" || extension == ".yml" || extension == ".json";
}

bool is_hidden(fs::path const& path)
{
    return path.filename().native().starts_with('.');
}

// Whether a link's file is below the folder; what is broken is not.
bool stays_within(fs::path const& link, fs::path const& root)
{
    std::error_code error;
    auto const target = fs::canonical(link, error);
    if (error)
        return false;
    auto const [end, nothing] = std::mismatch(root.begin(), root.end(), target.begin(), target.end());
    return end == root.end();
}

std::vector<fs::directory_entry> list_folder(fs::path const& folder, Fail const& fail)
{
    std::vector<fs::directory_entry> entries;
    std::error_code error;
    for (fs::directory_iterator each(folder, error), end; !error && each != end; each.increment(error)) {
        if (!is_hidden(each->path()))
            entries.push_back(*each);
    }
    if (error)
        fail(folder.string(), "cannot be read: " + error.message());
    std::ranges::sort(entries, {}, [](fs::directory_entry const& entry) { return entry.path().native(); });
    return entries;
}

void walk(fs::path const& folder, fs::path const& root, Visit const& visit, Fail const& fail)
{
    for (fs::directory_entry const& entry : list_folder(folder, fail)) {
        std::error_code error;
        if (entry.is_symlink(error)) {
            // Folders come by their own name; through links there might be no end.
            if (is_manifest(entry.path()) && entry.is_regular_file(error) && stays_within(entry.path(), root))
                visit(entry.path().string());
        } else if (entry.is_directory(error)) {
            walk(entry.path(), root, visit, fail);
        } else if (entry.is_regular_file(error) && is_manifest(entry.path())) {
            visit(entry.path().string());
        }
    }
}

}  // namespace

void find_manifests(std::string const& path, Visit const& visit, Fail const& fail)
{
    std::error_code error;
    if (path == "-" || !fs::is_directory(path, error))
        return visit(path);
    auto const root = fs::canonical(path, error);
    if (error)
        return fail(path, "cannot be read: " + error.message());
    walk(path, root, visit, fail);
}

}  // namespace slicegate::cli
