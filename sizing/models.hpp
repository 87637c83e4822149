// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/error.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

// What of a model decides how much memory it takes.
namespace slicegate::sizing {

// How weights, or cached keys and values, are stored.
enum class Dtype { fp32, bf16, fp16, fp8, int8, int4, mxfp4 };

enum class ModelKind { text, embedding, speech, diffusion };

struct Shape {
    ModelKind kind = ModelKind::text;
    Dtype dtype = Dtype::bf16;  // of the published checkpoint
    std::uint64_t params = 0;
    std::uint64_t params_active = 0;  // read for a token, in a mixture of experts; 0: all
    std::uint64_t params_wide = 0;  // embeddings and output head, which quantising often leaves at two bytes
    unsigned layers = 0;
    unsigned attention_heads = 0;
    unsigned kv_heads = 0;
    unsigned head_size = 0;
    unsigned max_context = 0;           // tokens; 0: not known
    std::uint64_t kv_per_token = 0;     // values that all layers cache for a token; 0: no cache
    unsigned window = 0;                // tokens that a layer with a window keeps
    unsigned window_layers = 0;         // how many of the layers have it
    std::uint64_t kv_per_sequence = 0;  // values cached for a sequence whatever its length
};

struct ModelRow {
    std::string_view name;  // as on Hugging Face: owner/repository
    Shape shape;
};

struct Model {
    std::string name;
    Shape shape;
};

[[nodiscard]] std::span<ModelRow const> model_rows();

// By its whole name, its name without the owner, or the beginning of that up to a hyphen where only one model
// begins so (llama-3.1-8b); case left aside. Errors: Errc::bad_option with the nearest names.
[[nodiscard]] Result<Model> find_model(std::string_view word);

// A model's config.json as Hugging Face repositories have it. The number of parameters is counted from the shape
// for decoders with gated feed-forward layers (Llama, Qwen, Mistral, Gemma, mixtures of experts); `params` is
// taken instead where it is given. Errors: Errc::bad_option with the field that is missing, or wrong.
[[nodiscard]] Result<Model>
parse_model_config(std::string_view name, std::string_view json, std::optional<std::uint64_t> params);

// "bf16": the word of the command line.
[[nodiscard]] std::string_view word_of(Dtype dtype);
[[nodiscard]] std::optional<Dtype> find_dtype(std::string_view word);

}  // namespace slicegate::sizing
