// SPDX-License-Identifier: Apache-2.0
#include "sizing/fit.hpp"

#include "sizing/hardware.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace slicegate::sizing {

namespace {

constexpr double gib = 1024.0 * 1024.0 * 1024.0;

// Of the bandwidth on the data sheet, what reading weights reaches.
constexpr double reached_bandwidth = 0.75;

// What a share leaves beside its part: the driver's own memory, and what differs from start to start.
constexpr double share_margin_gib = 0.5;

// Four bits with their scales: 0.56 bytes a weight for AWQ and GPTQ; MXFP4 has 32 weights to a scale of a byte.
double bytes_of(Dtype dtype)
{
    switch (dtype) {
    case Dtype::fp32:
        return 4;
    case Dtype::bf16:
    case Dtype::fp16:
        return 2;
    case Dtype::fp8:
    case Dtype::int8:
        return 1;
    case Dtype::int4:
        return 0.56;
    case Dtype::mxfp4:
        return 0.53125;
    }
    return 2;
}

double weight_bytes(std::uint64_t params, std::uint64_t wide, Load const& load)
{
    double const bytes = bytes_of(load.weights);
    if (load.embeddings == Embeddings::as_weights || bytes >= 2)
        return static_cast<double>(params) * bytes;
    wide = std::min(wide, params);
    return static_cast<double>(params - wide) * bytes + static_cast<double>(wide) * 2;
}

// Each of t cards keeps its part of the heads, and one at least.
double cards_share_of_cache(Shape const& shape, unsigned tensor_parallel)
{
    if (shape.kv_heads == 0)
        return 1;
    unsigned const heads = (shape.kv_heads + tensor_parallel - 1) / tensor_parallel;
    return static_cast<double>(heads) / shape.kv_heads;
}

// Of one sequence with so many tokens, on each card.
double cache_bytes(Shape const& shape, Load const& load, double tokens)
{
    double const layers = std::max(shape.layers, 1U);
    double const layer = static_cast<double>(shape.kv_per_token) / layers;
    double const windowed = shape.window > 0 ? std::min(shape.window_layers, shape.layers) : 0;
    double const in_window = shape.window > 0 ? std::min(tokens, static_cast<double>(shape.window)) : 0;
    double const values = layer * ((layers - windowed) * tokens + windowed * in_window) +
                          static_cast<double>(shape.kv_per_sequence);
    return values * bytes_of(load.cache) * cards_share_of_cache(shape, load.tensor_parallel);
}

// The most tokens of which `bytes` hold one sequence's cache, up to `most`.
std::uint64_t longest(Shape const& shape, Load const& load, double bytes, std::uint64_t most)
{
    std::uint64_t low = 0;
    std::uint64_t high = most;
    while (low < high) {
        std::uint64_t const middle = low + (high - low + 1) / 2;
        if (cache_bytes(shape, load, static_cast<double>(middle)) <= bytes)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

// A context no model has; the end of the search for one whose own end is not known.
constexpr std::uint64_t unbounded_context = std::uint64_t{1} << 32U;

void find_limits(Model const& model, Load const& load, Need const& need, Fit& fit)
{
    double const left = (fit.budget_gib - need.weights_gib - need.overhead_gib) * gib;
    double const each = cache_bytes(model.shape, load, static_cast<double>(load.context));
    if (left < 0 || each <= 0)
        return;
    std::uint64_t const most = model.shape.max_context > 0 ? model.shape.max_context : unbounded_context;
    fit.longest_context = longest(model.shape, load, left / static_cast<double>(load.sequences), most);
    fit.most_sequences = static_cast<std::uint64_t>(left / each);
}

double read_bytes(Model const& model, Load const& load)
{
    Shape const& shape = model.shape;
    auto const active = shape.params_active > 0 ? shape.params_active : shape.params;
    return weight_bytes(active, shape.params_wide, load) / load.tensor_parallel +
           cache_bytes(shape, load, static_cast<double>(load.context));
}

double floor_percent(double part)
{
    return std::floor(part * 100 + 1e-9) / 100;
}

}  // namespace

Need find_need(Model const& model, Load const& load)
{
    Load wide = load;
    wide.embeddings = Embeddings::bf16;
    auto const weights = [&](Load const& of) {
        return weight_bytes(model.shape.params, model.shape.params_wide, of) / load.tensor_parallel / gib;
    };
    Need need{
        .weights_gib = weights(load),
        .cache_gib = cache_bytes(model.shape, load, static_cast<double>(load.context)) *
                     static_cast<double>(load.sequences) / gib,
        .overhead_gib = load.overhead_gib};
    need.total_gib = need.weights_gib + need.cache_gib + need.overhead_gib;
    need.wide_gib = weights(wide) - need.weights_gib;
    return need;
}

std::vector<Fit>
find_fits(Model const& model, Load const& load, Card const& card, std::span<unsigned const> replicas)
{
    Need const need = find_need(model, load);
    double const bandwidth =
        reached_bandwidth * hardware_of(card).bandwidth_gbs * 1e9 / read_bytes(model, load);
    double const total = static_cast<double>(card.memory_mib) / 1024;
    std::vector<Fit> fits;
    auto const add = [&](Fit fit, double part_of_bandwidth) {
        fit.does_fit = need.total_gib <= fit.budget_gib;
        fit.spare_gib = fit.budget_gib - need.total_gib;
        // A share is told a part of the whole card.
        fit.least_utilization = need.total_gib / (fit.kind == Kind::share ? total : fit.memory_gib);
        bool const writes = model.shape.kind == ModelKind::text || model.shape.kind == ModelKind::speech;
        fit.tokens_per_second = writes ? bandwidth * part_of_bandwidth : 0;
        find_limits(model, load, need, fit);
        fits.push_back(fit);
    };
    add({.kind = Kind::card,
         .memory_gib = total,
         .budget_gib = total * load.utilization,
         .utilization = load.utilization},
        1);
    if (load.tensor_parallel > 1)
        return fits;
    std::vector<MigProfile const*> profiles;
    for (MigProfile const& profile : card.mig_profiles)
        if (plain_name(profile) == profile.name)
            profiles.push_back(&profile);
    std::ranges::sort(profiles, std::greater{}, [](MigProfile const* profile) {
        return std::tuple(profile->memory_mib, profile->compute_slices, profile->memory_units);
    });
    for (MigProfile const* const profile : profiles) {
        double const memory = static_cast<double>(profile->memory_mib) / 1024;
        add({.kind = Kind::slice,
             .profile = profile,
             .memory_gib = memory,
             .budget_gib = memory * load.utilization,
             .utilization = load.utilization},
            static_cast<double>(profile->memory_units) / card.memory_units);
    }
    for (unsigned const count : replicas) {
        // The engine sees the whole card and is told which part of it to take.
        double const part = std::max(
            floor_percent(std::min(load.utilization / count, 1.0 / count - share_margin_gib / total)), 0.0);
        add({.kind = Kind::share,
             .replicas = count,
             .memory_gib = total / count,
             .budget_gib = total * part,
             .utilization = part},
            1.0 / count);
    }
    return fits;
}

}  // namespace slicegate::sizing
