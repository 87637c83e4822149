// SPDX-License-Identifier: Apache-2.0
#include "cli/mutate_command.hpp"

#include "cli/apply_changes.hpp"
#include "cli/examine_files.hpp"
#include "cli/load_policy.hpp"
#include "cli/render_text.hpp"

#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>
#include <string_view>
#include <utility>

namespace slicegate::cli {

namespace {

constexpr char const* description = "Print manifests as the API server would admit them.\n\n"
                                    "YAML comes out as YAML, JSON as JSON, in the same order; what slicegate "
                                    "leaves alone comes out as it is.\n"
                                    "Objects that are refused are left out and named on standard error. Pod "
                                    "templates are judged, never changed.";
constexpr char const* examples =
    "\nExamples:\n"
    "  slicegate mutate --diff pod.yaml\n"
    "  slicegate mutate pods/ | kubectl apply -f -\n"
    "\nExit status: 0 done, 1 something is refused, 2 wrong use, or something cannot be read.";

// Puts the documents together again as they come.
class Manifests {
public:
    explicit Manifests(std::ostream& out) : out_(out) {}

    void add(Document const& document, std::optional<std::string> const& text)
    {
        bool const is_item = !document.place.empty();
        bool const begins_list = document.place == "items[0]";
        if (begins_list)
            has_item_ = false;
        auto before = std::string(document.before);
        if (is_item && !begins_list && !has_item_)
            leave_comma_out(before);
        if (!text) {
            if (begins_list)
                write(before);
            return;
        }
        has_item_ |= is_item;
        if (document.format == Format::yaml && is_file_begun_ && !text->starts_with("---") &&
            !is_file_continued_)
            write("---\n");
        is_file_continued_ = true;
        write(before);
        write(*text);
    }

    void end_file(std::string_view rest)
    {
        write(rest);
        if (last_ != '\n' && is_file_begun_)
            write("\n");
        is_file_continued_ = false;
    }

private:
    static void leave_comma_out(std::string& before)
    {
        auto const comma = before.find(',');
        if (comma != std::string::npos)
            before.erase(comma, 1);
    }

    void write(std::string_view text)
    {
        if (text.empty())
            return;
        out_ << text;
        last_ = text.back();
        is_file_begun_ = true;
    }

    std::ostream& out_;
    char last_ = '\n';
    bool is_file_begun_ = false;      // something is printed
    bool is_file_continued_ = false;  // something of this file is
    bool has_item_ = false;           // one of this List is
};

}  // namespace

int run_mutate(MutateOptions const& options, std::ostream& out, std::ostream& err)
{
    auto const policy = options.config.empty() ? policy::make_default_policy() : load_policy(options.config);
    if (!policy) {
        print_error(err, options.config, policy.error().message);
        return 2;
    }
    Examiner examiner(*policy, options.namespace_, Purpose::mutate);
    Manifests manifests(out);
    ReportStyle const style{};
    FileVisitor const visitor{
        .document =
            [&](std::string const& file, Document const& document, Examined const& examined) {
                for (ObjectFindings const& findings : examined.objects)
                    err << render_text(file, findings, style);
                for (Trouble const& trouble : examined.troubles)
                    err << render_trouble_as_text(file, trouble, style);
                if (options.is_diff)
                    out << render_changes(file, document, examined);
                else if (examined.troubles.empty())
                    manifests.add(document, apply_changes(document, examined));
            },
        .end =
            [&](std::string const&, std::string_view rest) {
                if (!options.is_diff)
                    manifests.end_file(rest);
            },
        .trouble = [&](std::string const& file,
                       Trouble const& trouble) { err << render_trouble_as_text(file, trouble, style); }};
    auto const counts = examine_files(options.files, examiner, visitor);
    if (!out.flush()) {
        err << "slicegate mutate: standard output cannot be written\n";
        return 2;
    }
    return exit_status_of(counts);
}

void add_mutate_command(CLI::App& app, int& exit_status)
{
    auto const options = std::make_shared<MutateOptions>();
    auto* const command = app.add_subcommand("mutate", description);
    command->add_option("FILE", options->files, "Manifests: files, folders, or - for standard input")
        ->required();
    command->add_flag("--diff", options->is_diff, "Print the change as a unified diff instead");
    command->add_option("--config", options->config, "Policy file [the policy that is compiled in]")
        ->type_name("FILE");
    command->add_option("--namespace,-n", options->namespace_, "Namespace of objects that do not say theirs")
        ->type_name("NAME")
        ->capture_default_str();
    command->footer(examples);
    command->callback([options, &exit_status] { exit_status = run_mutate(*options, std::cout, std::cerr); });
}

}  // namespace slicegate::cli
