// SPDX-License-Identifier: Apache-2.0
#include "cli/apply_changes.hpp"
#include "cli/examine_files.hpp"
#include "cli/report.hpp"
#include "ui/show.hpp"

#include <sstream>

namespace slicegate::ui {
namespace {

using cli::Counts;
using cli::Document;
using cli::Examined;
using cli::Examiner;
using cli::FileVisitor;
using cli::Input;
using cli::ObjectFindings;
using cli::Purpose;
using cli::Report;
using cli::ReportFormat;
using cli::Trouble;

constexpr char const* file_name = "manifest.yaml";
constexpr char const* default_namespace = "default";

Result<Counts>
examine(std::string_view manifest, policy::Policy const& policy, Purpose purpose, FileVisitor const& visitor)
{
    auto input = Input::of_text(manifest);
    if (!input)
        return input.error();
    Examiner examiner(policy, default_namespace, purpose);
    bool const is_read = examine_input(std::move(*input), file_name, true, examiner, visitor);
    Counts counts = examiner.counts();
    counts.unreadable += is_read ? 0 : 1;
    return counts;
}

// As `slicegate check -o json` prints it.
Result<std::string> check(std::string_view manifest, policy::Policy const& policy)
{
    std::ostringstream out;
    std::ostringstream err;
    Report report({.format = ReportFormat::json}, out, err);
    FileVisitor const visitor{
        .document =
            [&](std::string const& file, Document const&, Examined const& examined) {
                for (Trouble const& trouble : examined.troubles)
                    report.add_trouble(file, trouble);
                for (Trouble const& warning : examined.warnings)
                    report.warn(file, warning);
                for (ObjectFindings const& findings : examined.objects)
                    report.add(file, findings);
            },
        .end = [](std::string const&, std::string_view) {},
        .trouble = [&](std::string const& file,
                       Trouble const& trouble) { report.add_trouble(file, trouble); }};
    auto const counts = examine(manifest, policy, Purpose::check, visitor);
    if (!counts)
        return counts.error();
    report.finish(*counts);
    return out.str();
}

Result<std::string> diff(std::string_view manifest, policy::Policy const& policy)
{
    std::string changes;
    FileVisitor const visitor{
        .document =
            [&](std::string const& file, Document const& document, Examined const& examined) {
                changes += cli::render_changes(file, document, examined);
            },
        .end = [](std::string const&, std::string_view) {},
        .trouble = [](std::string const&, Trouble const&) {}};
    auto const counts = examine(manifest, policy, Purpose::mutate, visitor);
    if (!counts)
        return counts.error();
    return changes;
}

}  // namespace

Answer show_verdict(policy::Policy const& policy, std::string_view manifest)
{
    auto const verdict = check(manifest, policy);
    if (!verdict)
        return refuse(verdict.error());
    auto const changes = diff(manifest, policy);
    if (!changes)
        return refuse(changes.error());
    auto shown = ordered_json::parse(*verdict);
    shown["diff"] = *changes;
    return say(shown);
}

}  // namespace slicegate::ui
