// SPDX-License-Identifier: Apache-2.0
#include "sizing/models.hpp"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <set>
#include <string>

using namespace slicegate;
using namespace slicegate::sizing;
using Catch::Approx;

namespace {

std::string name_of(std::string_view word)
{
    auto const model = find_model(word);
    return model ? model->name : model.error().message;
}

std::string fault_of(std::string_view json)
{
    auto const model = parse_model_config("config.json", json, std::nullopt);
    return model ? "none" : model.error().message;
}

constexpr std::string_view llama = R"({"model_type": "llama", "hidden_size": 4096, "intermediate_size": 14336,
    "num_hidden_layers": 32, "num_attention_heads": 32, "num_key_value_heads": 8, "vocab_size": 128256,
    "max_position_embeddings": 131072, "tie_word_embeddings": false, "torch_dtype": "bfloat16"})";

}  // namespace

TEST_CASE("models: names are unique, shapes whole")
{
    std::set<std::string_view> names;
    CHECK(model_rows().size() == 73);
    for (ModelRow const& row : model_rows()) {
        CAPTURE(row.name);
        CHECK(names.insert(row.name).second);
        CHECK(row.shape.params > 0);
        CHECK(row.shape.params_active <= row.shape.params);
        CHECK(row.shape.params_wide < row.shape.params);
        CHECK(row.shape.window_layers <= row.shape.layers);
    }
}

TEST_CASE("find_model: takes whole names, names without owner, and beginnings of one model alone")
{
    CHECK(name_of("meta-llama/Llama-3.1-8B-Instruct") == "meta-llama/Llama-3.1-8B-Instruct");
    CHECK(name_of("llama-3.1-8b-instruct") == "meta-llama/Llama-3.1-8B-Instruct");
    CHECK(name_of("llama-3.1-8b") == "meta-llama/Llama-3.1-8B-Instruct");
    CHECK(name_of("Qwen3-8B") == "Qwen/Qwen3-8B");
    CHECK(
        name_of("lama-3.1-8b-instruct") ==
        "model \"lama-3.1-8b-instruct\" is not in the catalogue; did you mean Llama-3.1-8B-Instruct? Other "
        "models: "
        "the path of a config.json, or --params, --layers, --kv-heads and --head-size");
    CHECK(name_of("llama-3.1-8c").find("did you mean Llama-3.1-8B?") != std::string::npos);
    CHECK(
        name_of("whisper-large").find("did you mean whisper-large-v3 or whisper-large-v3-turbo?") !=
        std::string::npos);
}

TEST_CASE("parse_model_config: counts the parameters of a published model to the last one")
{
    auto const model = parse_model_config("config.json", llama, std::nullopt);
    REQUIRE(model.has_value());
    CHECK(model->shape.params == 8030261248);
    CHECK(model->shape.params_wide == 1050673152);
    CHECK(model->shape.kv_per_token == 65536);
    CHECK(model->shape.max_context == 131072);
}

TEST_CASE("parse_model_config: counts experts, active and all")
{
    auto const mixtral = parse_model_config(
        "config.json",
        R"({"model_type": "mixtral", "hidden_size": 4096, "intermediate_size": 14336, "num_hidden_layers": 32,
            "num_attention_heads": 32, "num_key_value_heads": 8, "vocab_size": 32000, "num_local_experts": 8,
            "num_experts_per_tok": 2, "sliding_window": null, "torch_dtype": "bfloat16"})",
        std::nullopt);
    REQUIRE(mixtral.has_value());
    CHECK(mixtral->shape.params == 46702792704);
    CHECK(static_cast<double>(mixtral->shape.params_active) == Approx(12.88e9).epsilon(0.02));
}

TEST_CASE("parse_model_config: counts latent attention")
{
    auto const deepseek = parse_model_config(
        "config.json",
        R"({"model_type": "deepseek_v3", "hidden_size": 7168, "intermediate_size": 18432, "num_hidden_layers": 61,
            "num_attention_heads": 128, "num_key_value_heads": 128, "vocab_size": 129280, "n_routed_experts": 256,
            "n_shared_experts": 1, "num_experts_per_tok": 8, "moe_intermediate_size": 2048,
            "first_k_dense_replace": 3, "q_lora_rank": 1536, "kv_lora_rank": 512, "qk_nope_head_dim": 128,
            "qk_rope_head_dim": 64, "v_head_dim": 128, "quantization_config": {"quant_method": "fp8"}})",
        std::nullopt);
    REQUIRE(deepseek.has_value());
    CHECK(static_cast<double>(deepseek->shape.params) == Approx(671.026e9).epsilon(0.001));
    CHECK(static_cast<double>(deepseek->shape.params_active) == Approx(37e9).epsilon(0.02));
    CHECK(deepseek->shape.kv_per_token == 35136);
    CHECK(deepseek->shape.dtype == Dtype::fp8);
}

TEST_CASE("parse_model_config: reads the text model of one that sees, with its windows")
{
    auto const gemma = parse_model_config(
        "config.json",
        R"({"model_type": "gemma3", "torch_dtype": "bfloat16", "text_config": {"model_type": "gemma3_text",
            "hidden_size": 2560, "intermediate_size": 10240, "num_hidden_layers": 34, "num_attention_heads": 8,
            "num_key_value_heads": 4, "head_dim": 256, "vocab_size": 262208, "sliding_window": 1024,
            "sliding_window_pattern": 6}})",
        std::nullopt);
    REQUIRE(gemma.has_value());
    CHECK(gemma->shape.window_layers == 29);
    CHECK(gemma->shape.kv_per_token == 69632);
    CHECK(
        static_cast<double>(gemma->shape.params) ==
        Approx(3.88e9).epsilon(0.01));  // head and embeddings are one
}

TEST_CASE("parse_model_config: reads quantised checkpoints and encoders")
{
    auto const awq = parse_model_config(
        "config.json",
        std::string(llama.substr(0, llama.size() - 1)) +
            R"(, "quantization_config": {"quant_method": "awq", "bits": 4}})",
        std::nullopt);
    REQUIRE(awq.has_value());
    CHECK(awq->shape.dtype == Dtype::int4);
    auto const bert = parse_model_config(
        "config.json",
        R"({"model_type": "bert", "hidden_size": 384, "intermediate_size": 1536, "num_hidden_layers": 6,
            "num_attention_heads": 12, "vocab_size": 30522, "max_position_embeddings": 512, "type_vocab_size": 2,
            "torch_dtype": "float32"})",
        std::nullopt);
    REQUIRE(bert.has_value());
    CHECK(bert->shape.params == 22713216);
    CHECK(bert->shape.kv_per_token == 0);
}

TEST_CASE("parse_model_config: names the field that is missing or wrong")
{
    CHECK(fault_of("[]") == "config.json: is no JSON object, as config.json of a model is");
    CHECK(fault_of("{\"a\":") == "config.json: is no JSON object, as config.json of a model is");
    CHECK(
        fault_of("{}") ==
        "config.json: num_hidden_layers: is missing; it is needed for the size of the KV cache");
    CHECK(
        fault_of(R"({"num_hidden_layers": 2, "hidden_size": 8, "num_attention_heads": 2})") ==
        "config.json: vocab_size: is missing; it is needed for counting the parameters; or give their number "
        "with "
        "--params");
    CHECK(
        fault_of(R"({"num_hidden_layers": -2, "hidden_size": 8, "num_attention_heads": 2})") ==
        "config.json: num_hidden_layers: must be a whole number from 0 to 100000000");
    CHECK(
        fault_of(R"({"model_type": "gpt2", "n_layer": 2, "n_embd": 8, "n_head": 2})") ==
        "config.json: model_type gpt2: its parameters cannot be counted from the shape; give their number "
        "with "
        "--params");
    CHECK(
        fault_of(R"({"num_hidden_layers": 99999999, "hidden_size": 99999999, "num_attention_heads": 99999999,
                     "vocab_size": 99999999, "intermediate_size": 99999999, "head_dim": 99999999})") ==
        "config.json: its numbers make more than 1e15 parameters or cached values, as no model has");
    CHECK(fault_of(std::string(100, '[')) == "config.json: is nested deeper than 64 levels");
    auto const given = parse_model_config(
        "config.json",
        R"({"model_type": "gpt2", "n_layer": 12, "n_embd": 768, "n_head": 12, "vocab_size": 50257})",
        124'000'000);
    REQUIRE(given.has_value());
    CHECK(given->shape.params == 124'000'000);
}
