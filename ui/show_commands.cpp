// SPDX-License-Identifier: Apache-2.0
#include "cli/render_mig_json.hpp"
#include "cli/run_fit.hpp"
#include "policy/cards.hpp"
#include "sizing/hardware.hpp"
#include "sizing/models.hpp"
#include "sizing/packer.hpp"
#include "sizing/room.hpp"
#include "sizing/words.hpp"
#include "ui/answers.hpp"
#include "ui/show.hpp"

#include <map>
#include <string>
#include <vector>

namespace slicegate::ui {
namespace {

// More has no card; the page sends what was clicked.
constexpr std::size_t max_profiles = 16;

// Under `mixed` each profile is a resource of its own; `single` asks that all are alike.
ordered_json advertise(std::vector<sizing::Wanted> const& instances)
{
    std::map<std::string, unsigned> mixed;
    for (sizing::Wanted const& each : instances)
        ++mixed[sizing::resource_of(*each.profile)];
    ordered_json single = nullptr;
    if (mixed.size() == 1)
        single = {{"nvidia.com/gpu", mixed.begin()->second}};
    return {{"single", single}, {"mixed", mixed}};
}

}  // namespace

ordered_json show_catalogue(policy::Policy const& policy)
{
    auto cards = ordered_json::array();
    std::vector<policy::Card const*> mig;
    for (policy::Card const& card : policy::cards()) {
        cards.push_back({{"gpu", card.key}, {"name", card.name}, {"memoryMiB", card.memory_mib}});
        if (!card.mig_profiles.empty())
            mig.push_back(&card);
    }
    auto models = ordered_json::array();
    for (sizing::ModelRow const& row : sizing::model_rows())
        models.push_back(row.name);
    return {
        {"policy", policy.name},
        {"maxManifestBytes", max_manifest_bytes},
        {"cards", cards},
        {"models", models},
        {"dtypes", cli::weight_dtypes},
        {"cacheDtypes", cli::cache_dtypes},
        {"mig", ordered_json::parse(cli::render_profiles_as_json(mig)).at("gpus")}};
}

Answer show_placement(ordered_json const& asked)
{
    auto const words = asked.at("profiles").get<std::vector<std::string>>();
    auto const card = sizing::find_mig_gpu(asked.at("gpu").get<std::string>());
    if (words.size() > max_profiles)
        return refuse({Errc::bad_option, "profiles: no card takes more than 16 instances"});
    if (!card)
        return refuse(card.error());
    ordered_json shown{{"placement", nullptr}, {"next", nullptr}, {"resources", advertise({})}};
    if (words.empty())
        return say(shown);
    auto const wanted = sizing::parse_wanted(**card, words);
    if (!wanted)
        return refuse(wanted.error());
    auto const placement = sizing::place(**card, *wanted);
    shown["placement"] = ordered_json::parse(cli::render_placement_as_json(**card, *wanted, placement));
    shown["resources"] = advertise(*wanted);
    if (!placement.refusal)
        shown["next"] = ordered_json::parse(
            cli::render_rooms_as_json(**card, placement, sizing::find_room(**card, *wanted)));
    return say(shown);
}

Answer show_layouts(ordered_json const& asked)
{
    auto const card = sizing::find_mig_gpu(asked.at("gpu").get<std::string>());
    if (!card)
        return refuse(card.error());
    return say(ordered_json::parse(cli::render_layouts_as_json({&*card, 1})));
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
    // A name that is in the catalogue: a path would read the files of whoever runs this.
    if (auto const model = sizing::find_model(options.model); !model)
        return refuse(model.error());
    auto const report = cli::make_fit_report(options);
    if (!report)
        return refuse(report.error());
    return say(ordered_json::parse(cli::render_fit_as_json(*report)));
}

}  // namespace slicegate::ui
