// SPDX-License-Identifier: Apache-2.0
#include "cli/run_fit.hpp"
#include "cli/run_mig.hpp"
#include "policy/cards.hpp"
#include "sizing/hardware.hpp"
#include "sizing/models.hpp"
#include "sizing/words.hpp"
#include "ui/answers.hpp"
#include "ui/show.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <sstream>
#include <vector>

namespace slicegate::ui {
namespace {

// More has no card; the page sends what was clicked.
constexpr std::size_t max_profiles = 16;

// What a command prints, or its complaint without the command's name.
struct Printed {
    ordered_json value;
    std::string complaint;
};

using Command = std::function<int(std::ostream& out, std::ostream& err)>;

Printed run(Command const& command)
{
    std::ostringstream out;
    std::ostringstream err;
    static_cast<void>(command(out, err));
    auto printed = ordered_json::parse(out.str(), nullptr, false);
    if (!printed.is_discarded())
        return {std::move(printed), {}};
    std::string text = err.str();
    text.erase(0, std::min(text.find(": ") + 2, text.size()));
    text.erase(text.find_last_not_of(" \n") + 1);
    return {nullptr, text};
}

template <class Options>
Command with(int (*command)(Options const&, std::ostream&, std::ostream&), Options const& options)
{
    return [=](std::ostream& out, std::ostream& err) { return command(options, out, err); };
}

Answer show(Printed const& printed)
{
    if (!printed.complaint.empty())
        return refuse({Errc::bad_option, printed.complaint});
    return say(printed.value);
}

Result<cli::MigOptions> read_set(ordered_json const& asked)
{
    cli::MigOptions options;
    options.gpu = asked.at("gpu").get<std::string>();
    options.words = asked.at("profiles").get<std::vector<std::string>>();
    options.style = cli::Style::json;
    if (options.words.size() > max_profiles)
        return Error{Errc::bad_option, "profiles: no card takes more than 16 instances"};
    return options;
}

// Under `mixed` each profile is a resource of its own; `single` asks that all are alike.
ordered_json advertise(sizing::Card const& card, std::vector<std::string> const& profiles)
{
    std::map<std::string, unsigned> mixed;
    for (std::string const& word : profiles) {
        auto const profile = sizing::find_profile(card, word.substr(0, word.find('@')));
        if (profile)
            ++mixed[sizing::resource_of(**profile)];
    }
    ordered_json single = nullptr;
    if (mixed.size() == 1)
        single = {{"nvidia.com/gpu", mixed.begin()->second}};
    return {{"single", single}, {"mixed", mixed}};
}

}  // namespace

ordered_json show_catalogue(policy::Policy const& policy)
{
    auto cards = ordered_json::array();
    for (policy::Card const& card : policy::cards())
        cards.push_back({{"gpu", card.key}, {"name", card.name}, {"memoryMiB", card.memory_mib}});
    auto models = ordered_json::array();
    for (sizing::ModelRow const& row : sizing::model_rows())
        models.push_back(row.name);
    cli::MigOptions all;
    all.style = cli::Style::json;
    return {
        {"policy", policy.name},
        {"maxManifestBytes", max_manifest_bytes},
        {"cards", cards},
        {"models", models},
        {"dtypes", {"fp32", "bf16", "fp16", "fp8", "int8", "int4", "mxfp4"}},
        {"mig", run(with(cli::run_mig_list, all)).value.at("gpus")}};
}

Answer show_placement(ordered_json const& asked)
{
    auto const options = read_set(asked);
    if (!options)
        return refuse(options.error());
    auto const card = sizing::find_mig_gpu(options->gpu);
    if (!card)
        return refuse(card.error());
    ordered_json shown{
        {"placement", nullptr}, {"next", nullptr}, {"resources", advertise(**card, options->words)}};
    if (options->words.empty())
        return say(shown);
    auto const placement = run(with(cli::run_mig_place, *options));
    if (!placement.complaint.empty())
        return show(placement);
    shown["placement"] = placement.value;
    if (placement.value.at("fits") == true)
        shown["next"] = run(with(cli::run_mig_next, *options)).value;
    return say(shown);
}

Answer show_layouts(ordered_json const& asked)
{
    cli::MigOptions options;
    options.gpu = asked.at("gpu").get<std::string>();
    options.style = cli::Style::json;
    return show(run(with(cli::run_mig_layouts, options)));
}

Answer show_fit(ordered_json const& asked)
{
    cli::FitOptions options;
    options.model = asked.at("model").get<std::string>();
    options.gpu = asked.at("gpu").get<std::string>();
    options.dtype = asked.value("dtype", "");
    options.kv_dtype = asked.value("kvDtype", "");
    options.context = asked.at("context").get<std::uint64_t>();
    options.sequences = asked.at("sequences").get<std::uint64_t>();
    options.utilization = asked.value("utilization", options.utilization);
    options.style = cli::Style::json;
    // A name that is in the catalogue: a path would read the files of whoever runs this.
    if (auto const model = sizing::find_model(options.model); !model)
        return refuse(model.error());
    return show(run(with(cli::run_fit, options)));
}

}  // namespace slicegate::ui
