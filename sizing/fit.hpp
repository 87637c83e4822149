// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/cards.hpp"
#include "policy/error.hpp"
#include "sizing/models.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

// Does a model fit a card, a MIG instance or a share? need = weights + cache + overhead, held against the part of
// the memory that the engine may take.
namespace slicegate::sizing {

using policy::Card;
using policy::MigProfile;

// Where quantised weights leave embeddings and output head.
enum class Embeddings { as_weights, bf16 };

struct Load {
    Dtype weights = Dtype::bf16;
    Embeddings embeddings = Embeddings::as_weights;
    Dtype cache = Dtype::bf16;
    std::uint64_t context = 8192;  // tokens of each sequence, prompt and answer together
    std::uint64_t sequences = 1;   // at the same time
    // CUDA context, libraries, workspaces and activations, for each process. With 1 GiB published measurements
    // of small batches come out; engines with large batches and CUDA graphs take 2 to 4.
    double overhead_gib = 1.0;
    double utilization = 0.9;      // part of the memory that the engine may take: vLLM's default up to 0.15
    unsigned tensor_parallel = 1;  // cards
};

// What every one of the cards holds.
struct Need {
    double weights_gib = 0;
    double cache_gib = 0;
    double overhead_gib = 0;
    double total_gib = 0;
    double wide_gib = 0;  // what weights_gib grows by where embeddings and head stay in bf16; 0 where they do
};

enum class Kind { card, slice, share };

// One thing that a model could be put on, and how it goes.
struct Fit {
    Kind kind = Kind::card;
    MigProfile const* profile = nullptr;  // of a slice
    unsigned replicas = 1;                // of a share: the card is one of so many
    double memory_gib = 0;                // what there is
    double budget_gib = 0;                // what the engine may take
    bool does_fit = false;
    double spare_gib = 0;    // budget less need; below 0 it is missing
    double utilization = 0;  // what the engine is told
    double least_utilization =
        0;  // the least that would do; above 1 (of a share: above 1 / replicas) nothing helps
    std::uint64_t longest_context = 0;  // with as many sequences; at most the model's own; 0: none
    std::uint64_t most_sequences = 0;   // with as much context
    // Of one sequence, at most: weights and cache are read once for each token, by a slice or share with its part
    // of the bandwidth. 0 where the model writes no text.
    double tokens_per_second = 0;
};

// Errors: Errc::bad_option, with the number that is impossible and why.
[[nodiscard]] Result<void> check_load(Model const& model, Load const& load);

[[nodiscard]] Need find_need(Model const& model, Load const& load);

// The whole card, every plain MIG profile from the largest, and a share for each of `replicas`. With several
// cards the whole card alone: a process sees one MIG device, and shares of one card are no further cards.
[[nodiscard]] std::vector<Fit>
find_fits(Model const& model, Load const& load, Card const& card, std::span<unsigned const> replicas);

// The options of `vllm serve` that make this so.
[[nodiscard]] std::string render_vllm_flags(Model const& model, Load const& load, Fit const& fit);

}  // namespace slicegate::sizing
