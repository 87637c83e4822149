// SPDX-License-Identifier: Apache-2.0
#include "sizing/fit.hpp"

#include <array>
#include <charconv>

namespace slicegate::sizing {

namespace {

std::string render_part(double part)
{
    std::array<char, 16> buffer{};
    auto const end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), part, std::chars_format::general, 3);
    return {buffer.data(), end.ptr};
}

// What the engine must be told so that weights are stored so. Four bits need a checkpoint that is made so.
std::string render_type(Shape const& shape, Dtype weights)
{
    if (weights == shape.dtype)
        return "";
    switch (weights) {
    case Dtype::fp8:
        return " --quantization fp8";
    case Dtype::fp32:
        return " --dtype float32";
    case Dtype::bf16:
        return " --dtype bfloat16";
    case Dtype::fp16:
        return " --dtype float16";
    case Dtype::int8:
    case Dtype::int4:
    case Dtype::mxfp4:
        return "";
    }
    return "";
}

}  // namespace

std::string render_vllm_flags(Model const& model, Load const& load, Fit const& fit)
{
    std::string flags = "--max-model-len " + std::to_string(load.context) + " --max-num-seqs " +
                        std::to_string(load.sequences) + " --gpu-memory-utilization " +
                        render_part(fit.utilization) + render_type(model.shape, load.weights);
    if (load.cache == Dtype::fp8)
        flags += " --kv-cache-dtype fp8";
    if (load.tensor_parallel > 1)
        flags += " --tensor-parallel-size " + std::to_string(load.tensor_parallel);
    return flags;
}

}  // namespace slicegate::sizing
