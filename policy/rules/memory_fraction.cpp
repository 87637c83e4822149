// SPDX-License-Identifier: Apache-2.0
#include "policy/cards.hpp"
#include "policy/count.hpp"
#include "policy/engines.hpp"
#include "policy/placement.hpp"
#include "policy/rules/all.hpp"
#include "policy/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace slicegate::policy {
namespace {

// What a process needs beside the memory that its engine counts: CUDA's context and libraries.
constexpr double context_mib = 512;
// Where the policy does not say which card: an L4 or A10, the smaller of what is often shared.
constexpr double small_card_mib = 24.0 * 1024;
// A share is never asked to be exact to the last bit of a double.
constexpr double tolerance = 1e-6;
// A value in a warning, which has 120 characters for everything.
constexpr std::size_t max_value_bytes = 12;

// Slices of a MIG instance or of a vGPU have their own total, which engines see; cards that are not shared
// too.
bool is_shared_by_turns(Pool const* pool)
{
    if (pool == nullptr)
        return true;
    auto const mechanism = pool->sharing.mechanism;
    return mechanism == Mechanism::unknown || mechanism == Mechanism::time_slicing ||
           mechanism == Mechanism::mps;
}

std::optional<std::int64_t> replicas_of(Pool const* pool)
{
    bool const is_known = pool != nullptr && pool->sharing.mechanism != Mechanism::unknown;
    return is_known ? std::optional(pool->sharing.replicas) : std::nullopt;
}

bool asks_for_slice_of_card(Pod const& pod, Container const& container)
{
    auto const gpus = pod.gpus_of(container);
    return std::any_of(gpus.begin(), gpus.end(), [](GpuRequest const& gpu) {
        return gpu.is_asking() && gpu.resource.find("/mig-") == std::string_view::npos;
    });
}

// Two decimals, rounded down: what engines' own examples use.
std::string fitting_fraction(std::int64_t replicas, Card const* card)
{
    double const total = card != nullptr ? static_cast<double>(card->memory_mib) : small_card_mib;
    double const share = 1.0 / static_cast<double>(replicas) - context_mib / total;
    auto const percent = std::max(1, static_cast<int>(std::floor(share * 100 + tolerance)));
    auto const digits = std::to_string(percent);
    return (digits.size() == 1 ? "0.0" : "0.") + digits;
}

std::string advice_for(EngineUse const& use, Pool const* pool)
{
    Engine const& engine = *use.engine;
    if (!use.fraction && !engine.value.empty())
        return "set " + std::string(engine.setting) + '=' + std::string(engine.value);
    auto const setting = std::string(use.fraction ? use.fraction->setting : engine.setting);
    auto const replicas = replicas_of(pool);
    return "set " + setting +
           (replicas ? '=' + fitting_fraction(*replicas, pool->card) : std::string(" to 1/replicas"));
}

// "spec.containers[0].args[3]"
std::string place_of(Container const& container, WordPlace const& word)
{
    return place_of(container) + '.' + std::string(word.list) + '[' + std::to_string(word.index) + ']';
}

Violation
told_too_much(Container const& container, EngineUse const& use, std::optional<std::int64_t> replicas)
{
    auto what = std::string(use.engine->name) + " takes " + shown(use.fraction->text, max_value_bytes) +
                " of the card";
    if (replicas)
        what += ", not 1/" + std::to_string(*replicas);
    double const permille = std::min(use.fraction->value, 1000.0) * 1000;
    return {
        .place = place_of(container, use.fraction->place),
        .what = std::move(what),
        .subject = std::string(use.engine->name),
        .weight = static_cast<std::int64_t>(permille)};
}

// Where the policy does not say how many share a card, it is two at least.
std::optional<Violation> judge_use(Container const& container, EngineUse const& use, Pool const* pool)
{
    if (use.engine == nullptr || use.is_settled)
        return std::nullopt;
    auto const replicas = replicas_of(pool);
    if (!use.fraction)
        return Violation{
            .place = place_of(container),
            .what = std::string(use.engine->name) + ' ' + std::string(use.engine->habit),
            .subject = std::string(use.engine->name),
            .weight = use.engine->habit_permille};
    if (use.fraction->value > 1.0 / static_cast<double>(replicas.value_or(2)) + tolerance)
        return told_too_much(container, use, replicas);
    return std::nullopt;
}

void add_advice(std::string& fix, std::string const& advice)
{
    if (fix.find(advice) == std::string::npos)
        fix += (fix.empty() ? "" : ", ") + advice;
}

}  // namespace

// Slices do not divide a card's memory. An engine that takes most of it leaves its neighbours none, or finds
// none and stops at start.
//
// Reads:   image, command, args and env of containers that ask for a slice
// Denies:  on a shared card, an engine (vLLM, SGLang, TGI, TensorRT-LLM, JAX, TensorFlow) that is not told
//          how much to take, or is told to take more than 1/replicas
// Allows:  dedicated pods, MIG instances, pools whose cards are not shared by turns; a bound of another kind,
//          and what stands in a file or comes from elsewhere, which cannot be known
Finding memory_fraction(Pod const& pod, Policy const& policy)
{
    Pool const* const pool = pool_of(pod, policy);
    if (pod.access() != Access::share || !is_shared_by_turns(pool))
        return {};
    Finding finding;
    for (Container const& container : pod.containers) {
        if (!asks_for_slice_of_card(pod, container))
            continue;
        auto const use = read_engine(pod, container);
        if (auto violation = judge_use(container, use, pool)) {
            finding.violations.push_back(*std::move(violation));
            add_advice(finding.fix, advice_for(use, pool));
        }
    }
    if (!finding.violations.empty())
        finding.why = "slices of a card share its memory: when one takes most of it, the next finds none and "
                      "stops at start";
    return finding;
}

}  // namespace slicegate::policy
