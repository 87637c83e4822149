// SPDX-License-Identifier: Apache-2.0
#include "cli/adopt_command.hpp"

#include "cli/census.hpp"
#include "cli/decoder.hpp"
#include "cli/documents.hpp"
#include "cli/gpu_pod.hpp"
#include "cli/input.hpp"
#include "cli/load_policy.hpp"
#include "policy/json_reader.hpp"
#include "policy/text.hpp"

#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>
#include <utility>

namespace slicegate::cli {

namespace {

constexpr char const* description =
    "Print the commands that adopt GPU pods which are older than slicegate.\n\n"
    "FILE holds pods and nodes as kubectl prints them; - is standard input. Standard output is a script for\n"
    "sh: one kubectl label for each GPU pod without the access label, mirror pods included. It is share: "
    "what\n"
    "runs without the label may have neighbours, and placement does not follow a label. Exempt namespaces,\n"
    "pods that have run, and pods that carry the label are left alone. Standard error says on which nodes a\n"
    "dedicated pod is not alone, and which nodes of the pools lack the label kubernetes.io/hostname.";
constexpr char const* examples =
    "\nExamples:\n"
    "  kubectl get pods,nodes -A -o json | slicegate adopt -          # look first\n"
    "  kubectl get pods,nodes -A -o json | slicegate adopt - | sh\n"
    "\nExit status: 0 all is well once the commands have run, 1 a node is named on standard error, 2 wrong\n"
    "use, or something cannot be read.";

constexpr std::size_t max_list_depth = 8;  // Lists in Lists; kubectl makes none

using Labels = std::map<std::string, std::string>;

Result<Labels> read_labels(std::string_view json, std::size_t capacity, policy::json::Reader& reader)
{
    using policy::json::Place;
    using policy::json::Value;
    Labels labels;
    auto const read_label = [&](auto key, Value& value, Place const& at) -> Result<void> {
        auto const text = policy::json::read_string(at, value);
        if (!text)
            return text.error();
        labels[std::string(key)] = *text;
        return {};
    };
    auto const read_metadata = [&](auto key, Value& value, Place const& at) -> Result<void> {
        return key == "labels" ? policy::json::for_each_field(at, value, read_label) : Result<void>{};
    };
    auto const done =
        reader.read_object(json, capacity, [&](auto key, Value& value, Place const& at) -> Result<void> {
            return key == "metadata" ? policy::json::for_each_field(at, value, read_metadata)
                                     : Result<void>{};
        });
    if (!done)
        return done.error();
    return labels;
}

// One input, object by object.
class Adoption {
public:
    Adoption(policy::Policy const& policy, std::string const& file, std::ostream& out, std::ostream& err)
        : policy_(policy), file_(file), out_(out), err_(err), pods_(policy), census_(policy)
    {
    }

    void read(Documents documents)
    {
        bool is_empty = true;
        while (auto const document = documents.next()) {
            is_empty = false;
            if (auto const trouble = decoder_.decode(*document))
                fail(*trouble);
            else if (decoder_.json().starts_with('{'))
                take(decoder_.json(), document->list_kind, document->list_api_version, 0);
            else if (!decoder_.json().empty() && decoder_.json() != "null")
                fail({document->line, "is no Kubernetes object"});
        }
        // What is left of a List without items says that there was one.
        if (is_empty && documents.rest().find_first_not_of(" \t\r\n") == std::string_view::npos)
            fail({1, "is empty: it holds neither pods nor nodes"});
    }

    void fail(Trouble const& trouble)
    {
        is_readable_ = false;
        print_error(err_, file_, std::to_string(trouble.line) + ": " + trouble.what);
    }

    [[nodiscard]] int finish()
    {
        census_.print(err_);
        if (!out_.flush()) {
            err_ << "slicegate adopt: standard output cannot be written\n";
            return 2;
        }
        if (!is_readable_)
            return 2;
        return census_.is_sound() ? 0 : 1;
    }

private:
    void take(
        std::string_view json, std::string const& list_kind, std::string const& list_api_version,
        std::size_t depth)
    {
        auto const capacity = decoder_.capacity_from(json);
        auto manifest = read_manifest(json, capacity, reader_);
        if (!manifest)
            return fail({decoder_.line_of(json), manifest.error().message});
        manifest->take_kind_of(list_kind, list_api_version);
        if (manifest->is_list)
            take_items(json, *manifest, depth);
        else if (manifest->is_pod())
            take_pod(json, capacity, *manifest);
        else if (manifest->kind == "Node" && manifest->api_version == "v1")
            take_node(json, capacity, *manifest);
    }

    void take_items(std::string_view json, Manifest const& list, std::size_t depth)
    {
        if (depth == max_list_depth)
            return fail({decoder_.line_of(json), "holds Lists in Lists, deeper than 8"});
        // The reader's strings end with its next object.
        std::string const kind(list.kind);
        std::string const api_version(list.api_version);
        for (std::string_view const item : list.items) {
            if (!item.empty())  // null
                take(item, kind, api_version, depth + 1);
        }
    }

    void take_pod(std::string_view json, std::size_t capacity, Manifest const& manifest)
    {
        auto const pod = pods_.read(json, capacity, manifest);
        if (!pod)
            return fail(
                {decoder_.line_of(json), "pod " + policy::shown(manifest.name) + ": " + pod.error().message});
        if (!*pod)
            return;
        census_.add(**pod);
        if (!(*pod)->has_label)
            out_ << "kubectl label -n " << (*pod)->namespace_ << " pod " << (*pod)->name << ' '
                 << policy_.label << "=share\n";
    }

    void take_node(std::string_view json, std::size_t capacity, Manifest const& manifest)
    {
        std::string const name(manifest.name);  // the reader's strings end with its next object
        auto const labels = read_labels(json, capacity, reader_);
        if (!labels)
            return fail(
                {decoder_.line_of(json), "node " + policy::shown(name) + ": " + labels.error().message});
        census_.add_node(name, *labels);
    }

    policy::Policy const& policy_;
    std::string const& file_;
    std::ostream& out_;
    std::ostream& err_;
    Decoder decoder_;
    policy::json::Reader reader_;
    GpuPodReader pods_;
    Census census_;
    bool is_readable_ = true;
};

}  // namespace

int run_adopt(AdoptOptions const& options, std::ostream& out, std::ostream& err)
{
    auto const policy = options.config.empty() ? policy::make_default_policy() : load_policy(options.config);
    if (!policy) {
        print_error(err, options.config, policy.error().message);
        return 2;
    }
    auto input = Input::open(options.file);
    if (!input) {
        print_error(err, options.file, input.error().message);
        return 2;
    }
    Adoption adoption(*policy, options.file, out, err);
    adoption.read(Documents(std::move(*input), options.file.ends_with(".json")));
    return adoption.finish();
}

void add_adopt_command(CLI::App& app, int& exit_status)
{
    auto const options = std::make_shared<AdoptOptions>();
    auto* const command = app.add_subcommand("adopt", description);
    command->add_option("FILE", options->file, "Pods and nodes, or - for standard input")->required();
    command->add_option("--config", options->config, "Policy file [the policy that is compiled in]")
        ->type_name("FILE");
    command->footer(examples);
    command->callback([options, &exit_status] { exit_status = run_adopt(*options, std::cout, std::cerr); });
}

}  // namespace slicegate::cli
