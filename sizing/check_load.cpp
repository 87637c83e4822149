// SPDX-License-Identifier: Apache-2.0
#include "sizing/fit.hpp"

#include <cmath>

namespace slicegate::sizing {

namespace {

// No server holds more, and sums of such numbers stay exact.
constexpr std::uint64_t most_sequences = 1'000'000;
constexpr std::uint64_t most_context = 1'000'000'000;
constexpr unsigned most_cards = 64;
constexpr double most_overhead_gib = 1024;

Error wrong(std::string message)
{
    return {Errc::bad_option, std::move(message)};
}

Result<void> check_context(Model const& model, Load const& load)
{
    auto const text = "--context " + std::to_string(load.context);
    if (load.context == 0 || load.context > most_context)
        return wrong(text + ": must be from 1 to " + std::to_string(most_context) + " tokens");
    if (model.shape.max_context > 0 && load.context > model.shape.max_context)
        return wrong(
            text + ": " + model.name + " takes " + std::to_string(model.shape.max_context) +
            " tokens at most");
    return {};
}

// vLLM and its like divide the heads among the cards, and refuse what does not divide.
Result<void> check_cards(Model const& model, Load const& load)
{
    unsigned const cards = load.tensor_parallel;
    auto const text = "--tensor-parallel " + std::to_string(cards);
    if (cards == 0 || cards > most_cards)
        return wrong(text + ": must be from 1 to " + std::to_string(most_cards) + " cards");
    unsigned const heads = model.shape.attention_heads;
    if (heads % cards == 0)
        return {};
    std::string fit;
    for (unsigned other = 1; other <= 16; ++other)
        if (heads % other == 0)
            fit += (fit.empty() ? "" : ", ") + std::to_string(other);
    return wrong(
        text + ": the " + std::to_string(heads) + " attention heads of " + model.name +
        " do not divide by it, so engines refuse; these do: " + fit);
}

}  // namespace

Result<void> check_load(Model const& model, Load const& load)
{
    if (auto const done = check_context(model, load); !done)
        return done;
    if (load.sequences == 0 || load.sequences > most_sequences)
        return wrong(
            "--sequences " + std::to_string(load.sequences) + ": must be from 1 to " +
            std::to_string(most_sequences));
    if (!std::isfinite(load.utilization) || load.utilization <= 0 || load.utilization > 1)
        return wrong("--utilization: must be above 0 and at most 1, a part of the memory, as in 0.9");
    if (!std::isfinite(load.overhead_gib) || load.overhead_gib < 0 || load.overhead_gib > most_overhead_gib)
        return wrong("--overhead: must be from 0 to 1024 GiB");
    return check_cards(model, load);
}

}  // namespace slicegate::sizing
