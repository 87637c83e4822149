// SPDX-License-Identifier: Apache-2.0
// What is known of each engine. Private to policy/engines.cpp and policy/engine_words.cpp.
// Sources: vLLM vllm/config/cache.py and its CLI; SGLang server_args.py; the launcher reference of
// text-generation-inference; TensorRT-LLM llm_args and trtllm-serve; docs.jax.dev gpu_memory_allocation;
// TensorFlow's GPU guide and model server.
#pragma once

#include "policy/engines.hpp"

#include <array>
#include <cstddef>
#include <string_view>

namespace slicegate::policy {

enum EngineIndex : std::size_t { vllm, sglang, tgi, tensorrt_llm, jax, tensorflow };

inline constexpr std::array<Engine, 6> engines = {{
    {"vLLM", "takes 0.92 of the card by default", 920, "--gpu-memory-utilization", ""},
    {"SGLang", "takes 0.88 of the card by default", 880, "--mem-fraction-static", ""},
    {"TGI", "takes all of the card by default", 1000, "--cuda-memory-fraction", ""},
    {"TensorRT-LLM", "takes 0.9 by default", 900, "--kv_cache_free_gpu_memory_fraction", ""},
    {"JAX", "takes 0.75 of the card by default", 750, "XLA_CLIENT_MEM_FRACTION", ""},
    {"TensorFlow", "takes all of the card by default", 1000, "TF_FORCE_GPU_ALLOW_GROWTH", "true"},
}};

enum class Effect {
    fraction,  // its value is the fraction
    settles,   // bounds the memory in another way, or names a file that may
};

// An option (with dashes) or a variable of an engine. Of those with a fraction the first that is told counts.
struct Setting {
    EngineIndex engine;
    std::string_view name;
    Effect effect;
    std::array<std::string_view, 2> settling = {};  // the values that settle, in lower case; none: any

    [[nodiscard]] constexpr bool is_option() const { return name.starts_with("--"); }
};

inline constexpr std::array settings = {
    Setting{vllm, "--gpu-memory-utilization", Effect::fraction},
    Setting{vllm, "--kv-cache-memory-bytes", Effect::settles},
    Setting{vllm, "--config", Effect::settles},
    Setting{sglang, "--mem-fraction-static", Effect::fraction},
    Setting{sglang, "--config", Effect::settles},
    Setting{tgi, "--cuda-memory-fraction", Effect::fraction},
    Setting{tgi, "CUDA_MEMORY_FRACTION", Effect::fraction},
    Setting{tensorrt_llm, "--kv_cache_free_gpu_memory_fraction", Effect::fraction},
    Setting{tensorrt_llm, "--free_gpu_memory_fraction", Effect::fraction},
    Setting{tensorrt_llm, "--extra_llm_api_options", Effect::settles},
    Setting{tensorrt_llm, "--config", Effect::settles},
    Setting{jax, "XLA_CLIENT_MEM_FRACTION", Effect::fraction},
    Setting{jax, "XLA_PYTHON_CLIENT_MEM_FRACTION", Effect::fraction},
    Setting{jax, "XLA_PYTHON_CLIENT_PREALLOCATE", Effect::settles, {"false", "0"}},
    Setting{jax, "XLA_PYTHON_CLIENT_ALLOCATOR", Effect::settles, {"platform", "platform"}},
    Setting{tensorflow, "--per_process_gpu_memory_fraction", Effect::fraction},
    Setting{tensorflow, "TF_FORCE_GPU_ALLOW_GROWTH", Effect::settles, {"true", "1"}},
};

}  // namespace slicegate::policy
