// SPDX-License-Identifier: Apache-2.0
#include "cli/render_fit.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace slicegate::cli {

namespace {

using nlohmann::ordered_json;

// Three digits behind the point: a MiB.
double rounded(double value)
{
    return std::round(value * 1000) / 1000;
}

ordered_json render(FitReport const& report, sizing::Fit const& fit)
{
    constexpr char const* kinds[] = {"card", "slice", "share"};
    bool const is_cached = report.need.cache_gib > 0;
    auto const limit = [&](std::uint64_t value) { return is_cached ? ordered_json(value) : ordered_json(); };
    return {
        {"on", name_of(fit)},
        {"kind", kinds[static_cast<std::size_t>(fit.kind)]},
        {"memoryGiB", rounded(fit.memory_gib)},
        {"budgetGiB", rounded(fit.budget_gib)},
        {"fits", fit.does_fit},
        {"spareGiB", rounded(fit.spare_gib)},
        {"leastUtilization", rounded(fit.least_utilization)},
        {"longestContext", limit(fit.longest_context)},
        {"mostSequences", limit(fit.most_sequences)},
        {"tokensPerSecond",
         fit.tokens_per_second > 0 ? ordered_json(std::round(fit.tokens_per_second)) : ordered_json()},
        {"vllm", sizing::render_vllm_flags(report.model, report.load, fit)}};
}

}  // namespace

std::string render_fit_as_json(FitReport const& report)
{
    auto cards = ordered_json::array();
    for (CardFits const& card : report.cards) {
        auto fits = ordered_json::array();
        for (sizing::Fit const& fit : card.fits)
            fits.push_back(render(report, fit));
        cards.push_back({{"gpu", card.card->key}, {"fits", fits}});
    }
    ordered_json const out{
        {"model", report.model.name},
        {"params", report.model.shape.params},
        {"dtype", sizing::word_of(report.load.weights)},
        {"kvDtype", sizing::word_of(report.load.cache)},
        {"context", report.load.context},
        {"sequences", report.load.sequences},
        {"tensorParallel", report.load.tensor_parallel},
        {"utilization", report.load.utilization},
        {"need",
         {{"weightsGiB", rounded(report.need.weights_gib)},
          {"kvCacheGiB", rounded(report.need.cache_gib)},
          {"overheadGiB", rounded(report.need.overhead_gib)},
          {"totalGiB", rounded(report.need.total_gib)},
          {"moreWithEmbeddingsInBf16GiB", rounded(report.need.wide_gib)}}},
        {"gpus", cards}};
    return out.dump(2, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace slicegate::cli
