// SPDX-License-Identifier: Apache-2.0
#include "policy/json_depth.hpp"
#include "policy/text.hpp"
#include "sizing/model_fields.hpp"
#include "sizing/models.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <span>

namespace slicegate::sizing {

namespace {

using nlohmann::json;

constexpr std::size_t max_depth = 64;  // a real one has four levels

// Families whose feed-forward layers have no gate, or that are no decoders of this kind: counting would be wrong.
constexpr std::array<std::string_view, 14> other_families{
    "bloom", "falcon", "gpt2",     "gpt_neo", "gpt_neox",   "gptj", "mamba",
    "mpt",   "opt",    "nemotron", "phi",     "starcoder2", "t5",   "whisper"};
constexpr std::array<std::string_view, 3> encoders{"bert", "roberta", "xlm-roberta"};

bool is_one_of(std::string_view word, std::span<std::string_view const> words)
{
    return std::ranges::find(words, word) != words.end();
}

struct Attention {
    std::uint64_t hidden = 0;
    std::uint64_t heads = 0;
    std::uint64_t latent = 0;  // kv_lora_rank of multi-head latent attention; 0: another kind
    std::uint64_t params = 0;  // of one layer
};

// DeepSeek-V2's paper: queries and keys have a part with and one without position, values a size of their own.
std::uint64_t count_latent(Fields& fields, Attention const& attention)
{
    char const* const why = "counting the parameters of latent attention";
    auto const rope = fields.needed({"qk_rope_head_dim"}, why);
    auto const nope = fields.needed({"qk_nope_head_dim"}, why);
    auto const value = fields.needed({"v_head_dim"}, why);
    auto const query_rank = fields.number({"q_lora_rank"});
    auto const queries = attention.heads * (nope + rope);
    return (query_rank > 0 ? query_rank * (attention.hidden + queries) : attention.hidden * queries) +
           attention.hidden * (attention.latent + rope) +
           attention.latent * attention.heads * (nope + value) + attention.heads * value * attention.hidden;
}

std::uint64_t count_layers_with_window(Fields& fields, Shape const& shape)
{
    auto const types = fields.root().find("layer_types");
    if (types != fields.root().end() && types->is_array())
        return static_cast<std::uint64_t>(std::ranges::count(*types, json("sliding_attention")));
    auto const pattern = fields.number({"sliding_window_pattern"});
    if (pattern > 0)
        return shape.layers - shape.layers / pattern;  // every so many layers one sees everything
    if (fields.text("model_type") == "gemma2")
        return shape.layers / 2;
    auto const full = fields.number({"max_window_layers"});
    return full > 0 ? shape.layers - std::min<std::uint64_t>(full, shape.layers) : shape.layers;
}

Attention read_cache(Fields& fields, Shape& shape)
{
    char const* const why = "the size of the KV cache";
    shape.layers = static_cast<unsigned>(fields.needed({"num_hidden_layers", "n_layer", "num_layers"}, why));
    Attention attention;
    attention.hidden = fields.needed({"hidden_size", "n_embd", "d_model"}, why);
    attention.heads = fields.needed({"num_attention_heads", "n_head", "num_heads"}, why);
    attention.latent = fields.number({"kv_lora_rank"});
    shape.attention_heads = static_cast<unsigned>(attention.heads);
    shape.max_context = static_cast<unsigned>(fields.number({"max_position_embeddings", "n_positions"}));
    if (attention.heads == 0)
        return attention;
    auto const kv_heads = fields.number({"num_key_value_heads"});
    auto const head_size = fields.number({"head_dim"});
    shape.kv_heads = static_cast<unsigned>(
        attention.latent > 0 ? 1
        : kv_heads > 0       ? kv_heads
                             : attention.heads);
    shape.head_size = static_cast<unsigned>(head_size > 0 ? head_size : attention.hidden / attention.heads);
    if (attention.latent > 0) {
        attention.params = count_latent(fields, attention);
        shape.head_size = static_cast<unsigned>(attention.latent + fields.number({"qk_rope_head_dim"}));
        shape.kv_per_token = std::uint64_t{shape.layers} * shape.head_size;
    } else {
        attention.params = 2 * attention.hidden * shape.head_size * (attention.heads + shape.kv_heads);
        shape.kv_per_token = std::uint64_t{2} * shape.layers * shape.kv_heads * shape.head_size;
    }
    shape.window = static_cast<unsigned>(fields.number({"sliding_window"}));
    if (shape.window > 0 && fields.flag("use_sliding_window").value_or(true))
        shape.window_layers = static_cast<unsigned>(count_layers_with_window(fields, shape));
    else
        shape.window = 0;
    return attention;
}

bool has_tied_head(Fields const& fields)
{
    return fields.flag("tie_word_embeddings").value_or(fields.text("model_type").starts_with("gemma"));
}

// Embeddings and output head.
std::uint64_t count_wide(Fields& fields, Attention const& attention)
{
    return fields.number({"vocab_size"}) * attention.hidden * (has_tied_head(fields) ? 1 : 2);
}

// Numbers whose products would not be numbers any more.
bool is_absurd(Fields& fields, Attention const& attention, Shape const& shape)
{
    constexpr double limit = 1e15;
    auto const number = [&](std::initializer_list<char const*> names) {
        return std::max(static_cast<double>(fields.number(names)), 1.0);
    };
    double const hidden = static_cast<double>(attention.hidden);
    double const layers = shape.layers;
    double const expert =
        3 * hidden * std::max(number({"intermediate_size"}), number({"moe_intermediate_size"}));
    double const experts =
        number({"num_local_experts", "num_experts", "n_routed_experts"}) + number({"n_shared_experts"});
    double const latent = number({"kv_lora_rank"}) + number({"q_lora_rank"}) + number({"qk_rope_head_dim"}) +
                          number({"qk_nope_head_dim"}) + number({"v_head_dim"});
    double const heads = static_cast<double>(attention.heads) * std::max<double>(shape.head_size, latent);
    return layers * expert * experts > limit || layers * heads * std::max(hidden, latent) > limit ||
           layers * 2.0 * shape.kv_heads * shape.head_size > limit || number({"vocab_size"}) * hidden > limit;
}

// Biases, and norms beyond two for each layer, are left out: they come to less than a thousandth.
void count_decoder(Fields& fields, Attention const& attention, Shape& shape)
{
    char const* const why = "counting the parameters; or give their number with --params";
    auto const vocabulary = fields.needed({"vocab_size"}, why);
    auto const experts = fields.number({"num_local_experts", "num_experts", "n_routed_experts"});
    auto const narrow = fields.number({"moe_intermediate_size"});
    auto const wide =
        narrow > 0 ? fields.number({"intermediate_size"}) : fields.needed({"intermediate_size"}, why);
    std::uint64_t const layers = shape.layers;
    std::uint64_t const expert = 3 * attention.hidden * (experts > 0 && narrow > 0 ? narrow : wide);
    std::uint64_t const embeddings = vocabulary * attention.hidden;
    shape.params_wide = count_wide(fields, attention);
    std::uint64_t const base =
        shape.params_wide + layers * (attention.params + 2 * attention.hidden) + attention.hidden;
    if (shape.dtype == Dtype::mxfp4)
        shape.params_wide += layers * attention.params;  // experts alone are quantised
    if (experts == 0) {
        shape.params = base + layers * expert;
        return;
    }
    auto const used = fields.needed({"num_experts_per_tok", "experts_per_token"}, why);
    auto const shared = fields.number({"n_shared_experts"});
    auto const dense = std::min(fields.number({"first_k_dense_replace"}), layers);
    std::uint64_t const common = base + dense * 3 * attention.hidden * wide +
                                 (layers - dense) * (shared * expert + experts * attention.hidden);
    shape.params = common + (layers - dense) * experts * expert;
    shape.params_active = common - embeddings + (layers - dense) * used * expert;
}

void count_encoder(Fields& fields, Attention const& attention, Shape& shape)
{
    char const* const why = "counting the parameters; or give their number with --params";
    auto const hidden = attention.hidden;
    auto const inner = fields.needed({"intermediate_size"}, why);
    auto const rows =
        fields.needed({"vocab_size"}, why) + shape.max_context + fields.number({"type_vocab_size"});
    shape.params =
        (rows + 2) * hidden +
        std::uint64_t{shape.layers} * (4 * hidden * hidden + 9 * hidden + 2 * hidden * inner + inner) +
        hidden * hidden + hidden;
    shape.kind = ModelKind::embedding;
    shape.kv_per_token = 0;
}

Dtype read_dtype(Fields const& fields)
{
    auto const quantized = fields.root().find("quantization_config");
    if (quantized != fields.root().end() && quantized->is_object()) {
        Fields inner(*quantized);
        auto const method = inner.text("quant_method");
        auto const bits = inner.number({"bits", "w_bit"});
        if (method == "fp8" || method == "fbgemm_fp8" || method == "modelopt")
            return Dtype::fp8;
        if (method == "mxfp4")
            return Dtype::mxfp4;
        if (bits == 8 || inner.flag("load_in_8bit").value_or(false))
            return Dtype::int8;
        if (bits == 4 || method == "awq" || inner.flag("load_in_4bit").value_or(false))
            return Dtype::int4;
    }
    auto const name = fields.text("torch_dtype").empty() ? fields.text("dtype") : fields.text("torch_dtype");
    if (name == "float32")
        return Dtype::fp32;
    return name == "float16" ? Dtype::fp16 : Dtype::bf16;
}

Result<Model> read_model(Model model, Fields& fields, std::optional<std::uint64_t> params)
{
    auto const family = fields.text("model_type");
    Shape& shape = model.shape;
    auto const attention = read_cache(fields, shape);
    if (is_one_of(family, encoders)) {
        count_encoder(fields, attention, shape);
    } else if (!params && is_one_of(family, other_families)) {
        return Error{
            Errc::bad_option,
            model.name + ": model_type " + family +
                ": its parameters cannot be counted from the shape; give their number with --params"};
    } else if (params) {
        shape.params_wide = std::min(count_wide(fields, attention), *params);
    } else if (fields.fault().empty() && !is_absurd(fields, attention, shape)) {
        count_decoder(fields, attention, shape);
    }
    shape.params = params.value_or(shape.params);
    if (!fields.fault().empty())
        return Error{Errc::bad_option, model.name + ": " + fields.fault()};
    if (is_absurd(fields, attention, shape))
        return Error{
            Errc::bad_option, model.name +
                                  ": its numbers make more than 1e15 parameters or cached values, as no "
                                  "model has"};
    return model;
}

}  // namespace

Result<Model>
parse_model_config(std::string_view name, std::string_view text, std::optional<std::uint64_t> params)
{
    Model model{.name = std::string(name), .shape = {}};
    if (policy::is_deeper_than(text, max_depth))
        return Error{
            Errc::bad_option,
            model.name + ": is nested deeper than " + std::to_string(max_depth) + " levels"};
    json const root = json::parse(text, nullptr, false);
    if (root.is_discarded() || !root.is_object())
        return Error{Errc::bad_option, model.name + ": is no JSON object, as config.json of a model is"};
    Fields const outer(root);
    model.shape.dtype = read_dtype(outer);
    auto const inner = root.find("text_config");  // of a model that sees or hears, the part that writes
    Fields fields(inner != root.end() && inner->is_object() ? *inner : root);
    return read_model(std::move(model), fields, params);
}

}  // namespace slicegate::sizing
