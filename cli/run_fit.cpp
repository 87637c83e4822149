// SPDX-License-Identifier: Apache-2.0
#include "cli/run_fit.hpp"

#include "cli/columns.hpp"
#include "cli/render_fit.hpp"
#include "policy/text.hpp"
#include "sizing/words.hpp"

#include <algorithm>
#include <array>
#include <ostream>

namespace slicegate::cli {

namespace {

using sizing::Dtype;
using sizing::Embeddings;

constexpr int does_not_fit = 1;
constexpr int wrong_use = 2;
constexpr std::uint64_t default_context = 8192;
constexpr unsigned most_replicas = 48;  // of MPS; time-slicing knows no end, but sense does

Error wrong(std::string message)
{
    return {Errc::bad_option, std::move(message)};
}

Result<Dtype>
parse_dtype(char const* option, std::string const& word, std::span<std::string_view const> words)
{
    auto const dtype = sizing::find_dtype(word);
    if (dtype && std::ranges::find(words, word) != words.end())
        return *dtype;
    return wrong(
        std::string(option) + ' ' + policy::quoted(word) + ": must be " +
        join_words({words.begin(), words.end()}, " or "));
}

// Four bits are for the layers alone, as AWQ, GPTQ and MXFP4 checkpoints have it. What is quantised to eight
// bits is counted whole unless asked otherwise.
Embeddings choose_embeddings(FitOptions const& options, Dtype weights)
{
    if (options.embeddings == "bf16")
        return Embeddings::bf16;
    bool const is_four_bits = weights == Dtype::int4 || weights == Dtype::mxfp4;
    return options.embeddings.empty() && is_four_bits ? Embeddings::bf16 : Embeddings::as_weights;
}

Result<sizing::Load> make_load(FitOptions const& options, sizing::Model const& model)
{
    sizing::Load load;
    load.weights = model.shape.dtype;
    if (!options.dtype.empty()) {
        auto const dtype = parse_dtype("--dtype", options.dtype, weight_dtypes);
        if (!dtype)
            return dtype.error();
        load.weights = *dtype;
    }
    if (!options.kv_dtype.empty()) {
        auto const dtype = parse_dtype("--kv-dtype", options.kv_dtype, cache_dtypes);
        if (!dtype)
            return dtype.error();
        load.cache = *dtype;
    }
    load.embeddings = choose_embeddings(options, load.weights);
    std::uint64_t const end = model.shape.max_context > 0 ? model.shape.max_context : default_context;
    load.context = options.context.value_or(std::min(default_context, end));
    load.sequences = options.sequences;
    load.overhead_gib = options.overhead_gib;
    load.utilization = options.utilization;
    load.tensor_parallel = options.tensor_parallel;
    if (auto const done = sizing::check_load(model, load); !done)
        return done.error();
    return load;
}

Result<std::vector<sizing::Card const*>> find_cards(std::string const& gpu)
{
    std::vector<sizing::Card const*> cards;
    if (gpu.empty()) {
        for (sizing::Card const& card : policy::cards())
            cards.push_back(&card);
        return cards;
    }
    auto const card = sizing::find_gpu(gpu);
    if (!card)
        return card.error();
    cards.push_back(*card);
    return cards;
}

Result<void> check_slice(FitOptions const& options, sizing::Card const& card)
{
    if (options.slice.empty() || options.slice == "card" || options.slice.starts_with("1/"))
        return {};
    if (options.gpu.empty())
        return wrong("--slice: a MIG profile is one of a card; say which with --gpu");
    if (options.tensor_parallel > 1)
        return wrong(
            "--slice: with --tensor-parallel the cards are whole, for a process sees one MIG device");
    if (auto const mig = sizing::find_mig_gpu(options.gpu); !mig)
        return mig.error();
    auto const profile = sizing::find_profile(card, options.slice);
    if (!profile)
        return profile.error();
    return {};
}

// The shares that are asked about.
Result<std::vector<unsigned>> list_replicas(FitOptions const& options)
{
    auto replicas = options.replicas;
    if (options.slice.starts_with("1/")) {
        unsigned const count = static_cast<unsigned>(std::strtoul(options.slice.c_str() + 2, nullptr, 10));
        if (options.slice != "1/" + std::to_string(count))
            return wrong("--slice " + policy::quoted(options.slice) + ": must be a share such as 1/4");
        replicas = {count};
    }
    for (unsigned const count : replicas)
        if (count < 2 || count > most_replicas)
            return wrong(
                std::to_string(count) + " replicas: must be from 2 to " + std::to_string(most_replicas));
    return replicas;
}

bool is_asked(FitOptions const& options, sizing::Fit const& fit)
{
    if (options.slice.empty())
        return true;
    if (options.slice == "card")
        return fit.kind == sizing::Kind::card;
    if (options.slice.starts_with("1/"))
        return fit.kind == sizing::Kind::share;
    return fit.kind == sizing::Kind::slice && name_of(fit) == options.slice;
}

}  // namespace

Result<FitReport> make_fit_report(FitOptions const& options)
{
    auto model = find_fit_model(options);
    if (!model)
        return model.error();
    auto const load = make_load(options, *model);
    if (!load)
        return load.error();
    auto const cards = find_cards(options.gpu);
    if (!cards)
        return cards.error();
    auto const replicas = list_replicas(options);
    if (!replicas)
        return replicas.error();
    if (auto const done = check_slice(options, *cards->front()); !done)
        return done.error();
    FitReport report{.model = std::move(*model), .load = *load, .need = {}, .cards = {}};
    report.need = sizing::find_need(report.model, report.load);
    for (sizing::Card const* const card : *cards) {
        CardFits fits{.card = card, .fits = {}};
        for (sizing::Fit const& fit : sizing::find_fits(report.model, report.load, *card, *replicas))
            if (is_asked(options, fit))
                fits.fits.push_back(fit);
        report.cards.push_back(std::move(fits));
    }
    return report;
}

int run_fit(FitOptions const& options, std::ostream& out, std::ostream& err)
{
    auto const report = make_fit_report(options);
    if (!report) {
        err << "slicegate fit: " << report.error().message << '\n';
        return wrong_use;
    }
    if (options.style == Style::json)
        out << render_fit_as_json(*report);
    else
        out << (options.gpu.empty() ? render_fit_of_cards(*report) : render_fit(*report));
    bool const does_fit = std::ranges::any_of(report->cards, [](CardFits const& card) {
        return std::ranges::any_of(card.fits, &sizing::Fit::does_fit);
    });
    return does_fit ? 0 : does_not_fit;
}

}  // namespace slicegate::cli
