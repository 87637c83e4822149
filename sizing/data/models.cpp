// SPDX-License-Identifier: Apache-2.0
#include "sizing/models.hpp"

#include <array>

// Shapes of models, and where they come from:
//
// * "config": Lightning-AI/litgpt, litgpt/config.py, which transcribes the config.json of each repository on
//   Hugging Face; the number of parameters is computed from the shape.
// * "published": the number of parameters that the publisher names; the shape is the one of the config.json.
// * params_wide: embeddings and output head, which quantised checkpoints mostly keep at two bytes. gpt-oss keeps
//   attention at two bytes too: with it the published checkpoints of 12.8 and 60.8 GiB come out.
// * Multi-head latent attention caches layers x (kv_lora_rank + qk_rope_head_dim) values for a token
//   (DeepSeek-V2's paper); Whisper's decoder caches 1500 frames of the encoder for each sequence.
// * Gemma 3 from 4B on: the text model; the vision tower adds about 0.42e9 parameters.
namespace slicegate::sizing {

namespace {

// clang-format off: one row a model

constexpr std::array table = {
    // name, kind, default type, parameters, active ones, wide ones, layers, attention heads, kv heads, head size,
    // longest context, values cached for a token, window, layers with a window, values cached for a sequence
    // config
    ModelRow{"meta-llama/Meta-Llama-3-8B-Instruct", {ModelKind::text, Dtype::bf16, 8030261248, 0, 1050673152, 32, 32, 8, 128, 8192, 65536, 0, 0, 0}},
    ModelRow{"meta-llama/Meta-Llama-3-70B-Instruct", {ModelKind::text, Dtype::bf16, 70553706496, 0, 2101346304, 80, 64, 8, 128, 8192, 163840, 0, 0, 0}},
    ModelRow{"meta-llama/Llama-3.1-8B-Instruct", {ModelKind::text, Dtype::bf16, 8030261248, 0, 1050673152, 32, 32, 8, 128, 131072, 65536, 0, 0, 0}},
    ModelRow{"meta-llama/Llama-3.1-70B-Instruct", {ModelKind::text, Dtype::bf16, 70553706496, 0, 2101346304, 80, 64, 8, 128, 131072, 163840, 0, 0, 0}},
    ModelRow{"meta-llama/Llama-3.1-405B-Instruct", {ModelKind::text, Dtype::bf16, 405853388800, 0, 4202692608, 126, 128, 8, 128, 131072, 258048, 0, 0, 0}},
    ModelRow{"meta-llama/Llama-3.2-1B-Instruct", {ModelKind::text, Dtype::bf16, 1235814400, 0, 262668288, 16, 32, 8, 64, 131072, 16384, 0, 0, 0}},
    ModelRow{"meta-llama/Llama-3.2-3B-Instruct", {ModelKind::text, Dtype::bf16, 3212749824, 0, 394002432, 28, 24, 8, 128, 131072, 57344, 0, 0, 0}},
    ModelRow{"meta-llama/Llama-3.3-70B-Instruct", {ModelKind::text, Dtype::bf16, 70553706496, 0, 2101346304, 80, 64, 8, 128, 131072, 163840, 0, 0, 0}},
    ModelRow{"nvidia/Llama-3.1-Nemotron-70B-Instruct-HF", {ModelKind::text, Dtype::bf16, 70553706496, 0, 2101346304, 80, 64, 8, 128, 131072, 163840, 0, 0, 0}},
    ModelRow{"Qwen/Qwen2.5-0.5B-Instruct", {ModelKind::text, Dtype::bf16, 494032768, 0, 136134656, 24, 14, 2, 64, 32768, 6144, 0, 0, 0}},
    ModelRow{"Qwen/Qwen2.5-1.5B-Instruct", {ModelKind::text, Dtype::bf16, 1543714304, 0, 233373696, 28, 12, 2, 128, 131072, 14336, 0, 0, 0}},
    ModelRow{"Qwen/Qwen2.5-3B-Instruct", {ModelKind::text, Dtype::bf16, 3085938688, 0, 311164928, 36, 16, 2, 128, 32768, 18432, 0, 0, 0}},
    ModelRow{"Qwen/Qwen2.5-7B-Instruct", {ModelKind::text, Dtype::bf16, 7615616512, 0, 1089994752, 28, 28, 4, 128, 131072, 28672, 0, 0, 0}},
    ModelRow{"Qwen/Qwen2.5-14B-Instruct", {ModelKind::text, Dtype::bf16, 14770033664, 0, 1557135360, 48, 40, 8, 128, 131072, 98304, 0, 0, 0}},
    ModelRow{"Qwen/Qwen2.5-32B-Instruct", {ModelKind::text, Dtype::bf16, 32763876352, 0, 1557135360, 64, 40, 8, 128, 131072, 131072, 0, 0, 0}},
    ModelRow{"Qwen/Qwen2.5-72B-Instruct", {ModelKind::text, Dtype::bf16, 72706203648, 0, 2491416576, 80, 64, 8, 128, 131072, 163840, 0, 0, 0}},
    ModelRow{"Qwen/Qwen2.5-Coder-7B-Instruct", {ModelKind::text, Dtype::bf16, 7615616512, 0, 1089994752, 28, 28, 4, 128, 32768, 28672, 0, 0, 0}},
    ModelRow{"Qwen/Qwen2.5-Coder-32B-Instruct", {ModelKind::text, Dtype::bf16, 32763876352, 0, 1557135360, 64, 40, 8, 128, 32768, 131072, 0, 0, 0}},
    ModelRow{"Qwen/QwQ-32B", {ModelKind::text, Dtype::bf16, 32763876352, 0, 1557135360, 64, 40, 8, 128, 131072, 131072, 0, 0, 0}},
    ModelRow{"Qwen/Qwen3-0.6B", {ModelKind::text, Dtype::bf16, 596049920, 0, 155582464, 28, 16, 8, 128, 40960, 57344, 0, 0, 0}},
    ModelRow{"Qwen/Qwen3-1.7B", {ModelKind::text, Dtype::bf16, 1720574976, 0, 311164928, 28, 16, 8, 128, 40960, 57344, 0, 0, 0}},
    ModelRow{"Qwen/Qwen3-4B", {ModelKind::text, Dtype::bf16, 4022468096, 0, 388956160, 36, 32, 8, 128, 40960, 73728, 0, 0, 0}},
    ModelRow{"Qwen/Qwen3-8B", {ModelKind::text, Dtype::bf16, 8190735360, 0, 1244659712, 36, 32, 8, 128, 40960, 73728, 0, 0, 0}},
    ModelRow{"Qwen/Qwen3-14B", {ModelKind::text, Dtype::bf16, 14768307200, 0, 1555824640, 40, 40, 8, 128, 40960, 81920, 0, 0, 0}},
    ModelRow{"Qwen/Qwen3-32B", {ModelKind::text, Dtype::bf16, 32762123264, 0, 1555824640, 64, 64, 8, 128, 40960, 131072, 0, 0, 0}},
    ModelRow{"Qwen/Qwen3-30B-A3B", {ModelKind::text, Dtype::bf16, 30532122624, 3353032704, 622329856, 48, 32, 4, 128, 40960, 49152, 0, 0, 0}},
    ModelRow{"Qwen/Qwen3-235B-A22B", {ModelKind::text, Dtype::bf16, 235093634560, 22190763520, 1244659712, 94, 64, 4, 128, 40960, 96256, 0, 0, 0}},
    ModelRow{"mistralai/Mistral-7B-Instruct-v0.3", {ModelKind::text, Dtype::bf16, 7248023552, 0, 268435456, 32, 32, 8, 128, 32768, 65536, 0, 0, 0}},
    ModelRow{"mistralai/Mixtral-8x7B-Instruct-v0.1", {ModelKind::text, Dtype::bf16, 46702792704, 12879925248, 262144000, 32, 32, 8, 128, 32768, 65536, 0, 0, 0}},
    ModelRow{"mistralai/Mixtral-8x22B-Instruct-v0.1", {ModelKind::text, Dtype::bf16, 140630071296, 39161468928, 402653184, 56, 48, 8, 128, 65536, 114688, 0, 0, 0}},
    ModelRow{"mistralai/Mistral-Large-Instruct-2411", {ModelKind::text, Dtype::bf16, 122610069504, 0, 805306368, 88, 96, 8, 128, 32768, 180224, 0, 0, 0}},
    ModelRow{"google/gemma-2-2b-it", {ModelKind::text, Dtype::bf16, 2614341888, 0, 589824000, 26, 8, 4, 256, 8192, 53248, 4096, 13, 0}},
    ModelRow{"google/gemma-2-9b-it", {ModelKind::text, Dtype::bf16, 9241705984, 0, 917504000, 42, 16, 8, 256, 8192, 172032, 4096, 21, 0}},
    ModelRow{"google/gemma-2-27b-it", {ModelKind::text, Dtype::bf16, 27227128320, 0, 1179648000, 46, 32, 16, 128, 8192, 188416, 4096, 23, 0}},
    ModelRow{"google/gemma-3-1b-it", {ModelKind::text, Dtype::bf16, 999885952, 0, 301989888, 26, 4, 1, 256, 131072, 13312, 512, 22, 0}},
    ModelRow{"google/gemma-3-4b-it", {ModelKind::text, Dtype::bf16, 4300079472, 0, 671252480, 34, 8, 4, 256, 131072, 69632, 1024, 29, 0}},
    ModelRow{"google/gemma-3-12b-it", {ModelKind::text, Dtype::bf16, 12187325040, 0, 1006878720, 48, 16, 8, 256, 131072, 196608, 1024, 40, 0}},
    ModelRow{"google/gemma-3-27b-it", {ModelKind::text, Dtype::bf16, 27432406640, 0, 1409630208, 62, 32, 16, 128, 131072, 253952, 1024, 52, 0}},
    ModelRow{"microsoft/Phi-3-mini-4k-instruct", {ModelKind::text, Dtype::bf16, 3821079552, 0, 197001216, 32, 32, 32, 96, 4096, 196608, 2048, 32, 0}},
    ModelRow{"microsoft/Phi-3-mini-128k-instruct", {ModelKind::text, Dtype::bf16, 3821079552, 0, 197001216, 32, 32, 32, 96, 131072, 196608, 262145, 32, 0}},
    ModelRow{"microsoft/Phi-3.5-mini-instruct", {ModelKind::text, Dtype::bf16, 3821079552, 0, 197001216, 32, 32, 32, 96, 4096, 196608, 0, 0, 0}},
    ModelRow{"microsoft/phi-4", {ModelKind::text, Dtype::bf16, 14659507200, 0, 1027604480, 40, 40, 10, 128, 16384, 102400, 0, 0, 0}},
    ModelRow{"microsoft/Phi-4-mini-instruct", {ModelKind::text, Dtype::bf16, 3836021760, 0, 614596608, 32, 24, 8, 128, 131072, 65536, 262145, 32, 0}},
    ModelRow{"deepseek-ai/DeepSeek-R1-Distill-Llama-8B", {ModelKind::text, Dtype::bf16, 8030261248, 0, 1050673152, 32, 32, 8, 128, 131072, 65536, 0, 0, 0}},
    ModelRow{"deepseek-ai/DeepSeek-R1-Distill-Llama-70B", {ModelKind::text, Dtype::bf16, 70553706496, 0, 2101346304, 80, 64, 8, 128, 131072, 163840, 0, 0, 0}},
    ModelRow{"deepseek-ai/DeepSeek-R1-Distill-Qwen-1.5B", {ModelKind::text, Dtype::bf16, 1777088000, 0, 466747392, 28, 12, 2, 128, 131072, 14336, 0, 0, 0}},
    ModelRow{"deepseek-ai/DeepSeek-R1-Distill-Qwen-7B", {ModelKind::text, Dtype::bf16, 7615616512, 0, 1089994752, 28, 28, 4, 128, 131072, 28672, 0, 0, 0}},
    ModelRow{"deepseek-ai/DeepSeek-R1-Distill-Qwen-14B", {ModelKind::text, Dtype::bf16, 14770033664, 0, 1557135360, 48, 40, 8, 128, 131072, 98304, 0, 0, 0}},
    ModelRow{"deepseek-ai/DeepSeek-R1-Distill-Qwen-32B", {ModelKind::text, Dtype::bf16, 32763876352, 0, 1557135360, 64, 40, 8, 128, 131072, 131072, 0, 0, 0}},
    ModelRow{"HuggingFaceTB/SmolLM2-1.7B-Instruct", {ModelKind::text, Dtype::bf16, 1711376384, 0, 100663296, 24, 32, 32, 64, 8192, 98304, 0, 0, 0}},
    // published
    ModelRow{"mistralai/Mistral-Nemo-Instruct-2407", {ModelKind::text, Dtype::bf16, 12247782400, 0, 1342177280, 40, 32, 8, 128, 131072, 81920, 0, 0, 0}},
    ModelRow{"mistralai/Mistral-Small-24B-Instruct-2501", {ModelKind::text, Dtype::bf16, 23572403200, 0, 1342177280, 40, 32, 8, 128, 32768, 81920, 0, 0, 0}},
    ModelRow{"openai/gpt-oss-20b", {ModelKind::text, Dtype::mxfp4, 20914757184, 3610000000, 1795276800, 24, 64, 8, 64, 131072, 24576, 128, 12, 0}},
    ModelRow{"openai/gpt-oss-120b", {ModelKind::text, Dtype::mxfp4, 116829156672, 5130000000, 2113781760, 36, 64, 8, 64, 131072, 36864, 128, 18, 0}},
    ModelRow{"deepseek-ai/DeepSeek-V3", {ModelKind::text, Dtype::fp8, 671026419200, 37000000000, 1853358080, 61, 128, 1, 576, 163840, 35136, 0, 0, 0}},
    ModelRow{"deepseek-ai/DeepSeek-R1", {ModelKind::text, Dtype::fp8, 671026419200, 37000000000, 1853358080, 61, 128, 1, 576, 163840, 35136, 0, 0, 0}},
    // config
    ModelRow{"sentence-transformers/all-MiniLM-L6-v2", {ModelKind::embedding, Dtype::fp32, 22713216, 0, 0, 6, 12, 12, 32, 256, 0, 0, 0, 0}},
    ModelRow{"BAAI/bge-small-en-v1.5", {ModelKind::embedding, Dtype::fp32, 33360000, 0, 0, 12, 12, 12, 32, 512, 0, 0, 0, 0}},
    ModelRow{"BAAI/bge-base-en-v1.5", {ModelKind::embedding, Dtype::fp32, 109482240, 0, 0, 12, 12, 12, 64, 512, 0, 0, 0, 0}},
    ModelRow{"BAAI/bge-large-en-v1.5", {ModelKind::embedding, Dtype::fp32, 335141888, 0, 0, 24, 16, 16, 64, 512, 0, 0, 0, 0}},
    ModelRow{"BAAI/bge-m3", {ModelKind::embedding, Dtype::fp32, 567754752, 0, 0, 24, 16, 16, 64, 8192, 0, 0, 0, 0}},
    ModelRow{"BAAI/bge-reranker-v2-m3", {ModelKind::embedding, Dtype::fp32, 567754752, 0, 0, 24, 16, 16, 64, 8192, 0, 0, 0, 0}},
    ModelRow{"intfloat/e5-large-v2", {ModelKind::embedding, Dtype::fp32, 335141888, 0, 0, 24, 16, 16, 64, 512, 0, 0, 0, 0}},
    ModelRow{"intfloat/multilingual-e5-large", {ModelKind::embedding, Dtype::fp32, 559890432, 0, 0, 24, 16, 16, 64, 512, 0, 0, 0, 0}},
    ModelRow{"intfloat/multilingual-e5-base", {ModelKind::embedding, Dtype::fp32, 278043648, 0, 0, 12, 12, 12, 64, 512, 0, 0, 0, 0}},
    // published
    ModelRow{"intfloat/e5-mistral-7b-instruct", {ModelKind::embedding, Dtype::fp16, 7110660096, 0, 131072000, 32, 32, 8, 128, 32768, 65536, 0, 0, 0}},
    // config
    ModelRow{"Qwen/Qwen3-Embedding-0.6B", {ModelKind::embedding, Dtype::bf16, 596049920, 0, 155582464, 28, 16, 8, 128, 32768, 57344, 0, 0, 0}},
    ModelRow{"Qwen/Qwen3-Embedding-4B", {ModelKind::embedding, Dtype::bf16, 4022468096, 0, 388956160, 36, 32, 8, 128, 32768, 73728, 0, 0, 0}},
    ModelRow{"Qwen/Qwen3-Embedding-8B", {ModelKind::embedding, Dtype::bf16, 7568405504, 0, 622329856, 36, 32, 8, 128, 32768, 73728, 0, 0, 0}},
    // published
    ModelRow{"openai/whisper-large-v3", {ModelKind::speech, Dtype::fp16, 1543490560, 0, 0, 32, 20, 20, 64, 448, 81920, 0, 0, 122880000}},
    ModelRow{"openai/whisper-large-v3-turbo", {ModelKind::speech, Dtype::fp16, 808878080, 0, 0, 4, 20, 20, 64, 448, 10240, 0, 0, 15360000}},
    ModelRow{"openai/whisper-small", {ModelKind::speech, Dtype::fp32, 241734912, 0, 0, 12, 12, 12, 64, 448, 18432, 0, 0, 27648000}},
    ModelRow{"stabilityai/stable-diffusion-xl-base-1.0", {ModelKind::diffusion, Dtype::fp16, 3468840000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
};

// clang-format on

}  // namespace

std::span<ModelRow const> model_rows()
{
    return table;
}

}  // namespace slicegate::sizing
