// SPDX-License-Identifier: Apache-2.0
#include "cli/render_fit.hpp"

#include "cli/columns.hpp"
#include "sizing/hardware.hpp"

#include <algorithm>

namespace slicegate::cli {

namespace {

using sizing::Fit;
using sizing::Kind;

std::string gib(double value)
{
    return render_number(value, 2) + " GiB";
}

// Would not fit if embeddings and head were left at two bytes.
bool is_tight(FitReport const& report, Fit const& fit)
{
    return fit.does_fit && fit.spare_gib < report.need.wide_gib;
}

std::string describe_weights(FitReport const& report)
{
    auto const& shape = report.model.shape;
    std::string out = std::string(sizing::word_of(report.load.weights)) + ", " +
                      render_number(static_cast<double>(shape.params) / 1e9, 2) + "e9 parameters";
    if (shape.params_active > 0)
        out +=
            ", " + render_number(static_cast<double>(shape.params_active) / 1e9, 2) + "e9 read for a token";
    return out;
}

std::string describe_cache(FitReport const& report)
{
    if (report.need.cache_gib <= 0)
        return "the model caches nothing";
    return std::string(sizing::word_of(report.load.cache)) + ", " +
           count_words(report.load.sequences, "sequence") + " of " +
           count_words(report.load.context, "token");
}

std::string render_need(FitReport const& report)
{
    auto const& need = report.need;
    Columns table({report.load.tensor_parallel > 1 ? "ON EACH CARD" : "NEEDS", ">", ""});
    table.add({"weights", gib(need.weights_gib), describe_weights(report)});
    table.add({"KV cache", gib(need.cache_gib), describe_cache(report)});
    table.add({"overhead", gib(need.overhead_gib), "of each process"});
    table.add(
        {"total", gib(need.total_gib),
         need.wide_gib > 0 ? gib(need.total_gib + need.wide_gib) +
                                 " where the checkpoint keeps embeddings and head in bf16 (--embeddings bf16)"
                           : ""});
    return table.render();
}

std::vector<std::string> render_row(FitReport const& report, Fit const& fit)
{
    bool const is_cached = report.need.cache_gib > 0;
    return {
        name_of(fit),
        gib(fit.memory_gib),
        gib(fit.budget_gib),
        !fit.does_fit           ? "no"
        : is_tight(report, fit) ? "tight"
                                : "yes",
        gib(fit.spare_gib),
        is_cached ? std::to_string(fit.longest_context) : "-",
        is_cached ? std::to_string(fit.most_sequences) : "-",
        fit.tokens_per_second > 0 ? render_number(fit.tokens_per_second, 0) : "-"};
}

// The least memory that does, of those alike the one with fewest compute slices.
Fit const* find_smallest(std::vector<Fit> const& fits)
{
    Fit const* smallest = nullptr;
    for (Fit const& fit : fits)
        if (fit.does_fit && (smallest == nullptr || fit.memory_gib <= smallest->memory_gib) &&
            (fit.kind != Kind::share || smallest == nullptr))
            smallest = &fit;
    return smallest;
}

// vLLM takes a name or a folder.
std::string name_for_vllm(std::string name)
{
    constexpr std::string_view file = "/config.json";
    if (name.ends_with(file))
        name.erase(name.size() - file.size());
    return name;
}

std::string render_notes(FitReport const& report, CardFits const& card)
{
    std::string out;
    if (std::ranges::any_of(card.fits, [&](Fit const& fit) { return is_tight(report, fit); }))
        out += "tight: not with embeddings and head in bf16, as most FP8 checkpoints keep them.\n";
    if (std::ranges::any_of(card.fits, [](Fit const& fit) { return fit.kind == Kind::share; }))
        out += "1/N: a share of the memory that nothing enforces under time-slicing; its ceiling is for all "
               "N at work.\n";
    if (report.load.tensor_parallel > 1)
        out += "MIG instances and shares are left out: tensor parallelism takes whole cards, a process sees "
               "one MIG "
               "device.\n";
    if (report.load.weights == sizing::Dtype::fp8 && !sizing::hardware_of(*card.card).has_fp8)
        out += "The card has no FP8 tensor cores: engines unpack the weights to multiply. Memory is as said, "
               "speed is less.\n";
    return out;
}

}  // namespace

std::string name_of(Fit const& fit)
{
    switch (fit.kind) {
    case Kind::card:
        return "card";
    case Kind::slice:
        return std::string(fit.profile->name);
    case Kind::share:
        return "1/" + std::to_string(fit.replicas);
    }
    return "";
}

std::string render_fit(FitReport const& report)
{
    CardFits const& card = report.cards.front();
    std::string out =
        report.model.name + " on " +
        (report.load.tensor_parallel > 1 ? std::to_string(report.load.tensor_parallel) + " x " : "") +
        std::string(card.card->key) + "\n\n" + render_need(report) + '\n';
    Columns table(
        {"ON", ">MEMORY", ">ENGINE MAY TAKE", "FITS", ">TO SPARE", ">LONGEST CONTEXT", ">MOST SEQUENCES",
         ">TOKENS/S"});
    for (Fit const& fit : card.fits)
        table.add(render_row(report, fit));
    out += table.render() + '\n' + render_notes(report, card);
    if (report.need.cache_gib > 0)
        out += "LONGEST CONTEXT with " + count_words(report.load.sequences, "sequence") +
               ", MOST SEQUENCES with " + count_words(report.load.context, "token") +
               "; TOKENS/S is a ceiling for one sequence, from the memory's bandwidth.\n";
    Fit const* const smallest = find_smallest(card.fits);
    if (smallest == nullptr)
        return out + "\nIt fits on none of these.\n";
    if (report.model.shape.kind != sizing::ModelKind::text)
        return out;
    return out + "\nvLLM on " + (smallest->kind == Kind::card ? "the whole card" : name_of(*smallest)) +
           ":\n  vllm serve " + name_for_vllm(report.model.name) + ' ' +
           sizing::render_vllm_flags(report.model, report.load, *smallest) + '\n';
}

std::string render_fit_of_cards(FitReport const& report)
{
    Columns table({"GPU", ">MEMORY", "CARD", ">TO SPARE", "SMALLEST SLICE", "SMALLEST SHARE"});
    for (CardFits const& card : report.cards) {
        std::string slice = "-";
        std::string share = "-";
        std::string whole = "-";
        std::string spare;
        for (Fit const& fit : card.fits) {
            if (fit.kind == Kind::card) {
                whole = fit.does_fit ? "yes" : "no";
                spare = gib(fit.spare_gib);
            } else if (fit.does_fit) {
                (fit.kind == Kind::slice ? slice : share) = name_of(fit);
            }
        }
        table.add(
            {std::string(card.card->key), render_gib(static_cast<double>(card.card->memory_mib)), whole,
             spare, slice, share});
    }
    return report.model.name + "\n\n" + render_need(report) + '\n' + table.render() +
           "\nMore of one card with --gpu.\n";
}

}  // namespace slicegate::cli
