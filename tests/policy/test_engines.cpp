// SPDX-License-Identifier: Apache-2.0
// How a container's image, command, args and env are read for the engine they start.
#include "policy/engines.hpp"
#include "policy/json_reader.hpp"
#include "policy/parse_subjects.hpp"
#include "tests/policy/support.hpp"

#include <catch2/catch_test_macros.hpp>

namespace slicegate::policy::test {
namespace {

// "vLLM default", "vLLM settled", "vLLM 0.4 at args[1]", or "none".
std::string read(std::string const& container)
{
    auto asking = parse_document(container);
    asking["resources"]["limits"]["nvidia.com/gpu"] = 1;
    auto text = json{{"spec", {{"containers", json::array({asking})}}}}.dump();
    text.reserve(text.size() + 64);
    auto const policy = reference_policy();
    policy::json::Reader reader;
    Subjects subjects;
    REQUIRE(parse_object(text, text.capacity(), {}, policy, reader, subjects).has_value());
    Pod const& pod = subjects.pods().front();
    auto const use = read_engine(pod, pod.containers.front());
    if (use.engine == nullptr)
        return "none";
    std::string said(use.engine->name);
    if (use.is_settled)
        return said + " settled";
    if (!use.fraction)
        return said + " default";
    auto const& [list, index] = use.fraction->place;
    return said + ' ' + use.fraction->text + " at " + std::string(list) + '[' + std::to_string(index) + ']';
}

struct Case {
    char const* name;
    char const* container;
    char const* expected;
};

void check(std::initializer_list<Case> rows)
{
    for (auto const& row : rows)
        DYNAMIC_SECTION(row.name)
        {
            CHECK(read(row.container) == row.expected);
        }
}

}  // namespace

TEST_CASE("read_engine: the engine by image, where no command stands in the way")
{
    check({
        {"vLLM", "{image: vllm/vllm-openai:v0.10.2}", "vLLM default"},
        {"by digest and port", "{image: 'localhost:5000/mirror/vllm@sha256:00'}", "vLLM default"},
        {"the host is no part of it", "{image: 'vllm.example:5000/app:1'}", "none"},
        {"the tag neither", "{image: 'app:vllm'}", "none"},
        {"a word, not a piece of one", "{image: registry.example/vllmish}", "none"},
        {"SGLang", "{image: lmsysorg/sglang}", "SGLang default"},
        {"TGI", "{image: ghcr.io/huggingface/text-generation-inference:3}", "TGI default"},
        {"TensorRT-LLM", "{image: nvcr.io/nvidia/tensorrt-llm/release:1}", "TensorRT-LLM default"},
        {"JAX with a command", "{image: nvcr.io/nvidia/jax:24.10-py3, command: [python, a.py]}",
         "JAX default"},
        {"TensorFlow", "{image: 'tensorflow/serving:latest-gpu', command: [x]}", "TensorFlow default"},
        {"a command that tells nothing", "{image: vllm/vllm-openai, command: [sleep, inf]}", "vLLM settled"},
        {"its option is told all the same",
         "{image: vllm/vllm-openai, command: [/run.sh, --gpu-memory-utilization=0.9]}",
         "vLLM 0.9 at command[1]"},
        {"no image at all", "{name: c}", "none"},
    });
}

TEST_CASE("read_engine: the engine by what is started")
{
    check({
        {"vllm serve", "{command: [vllm, serve, m]}", "vLLM default"},
        {"by its path", "{command: [/opt/bin/vllm], args: [serve, m]}", "vLLM default"},
        {"vllm does other things", "{command: [vllm, bench, latency]}", "none"},
        {"vLLM's module", "{command: [python3, -m, vllm.entrypoints.openai.api_server]}", "vLLM default"},
        {"a module alone is a word", "{args: [vllm.entrypoints.openai.api_server]}", "none"},
        {"SGLang's module", "{args: [python3, -m, sglang.launch_server]}", "SGLang default"},
        {"SGLang's router", "{args: [python3, -m, sglang_router.launch_router]}", "none"},
        {"sglang serve", "{args: [sglang, serve]}", "SGLang default"},
        {"TGI", "{command: [text-generation-launcher]}", "TGI default"},
        {"TensorRT-LLM", "{command: [trtllm-serve, m]}", "TensorRT-LLM default"},
        {"TensorFlow's server", "{command: [tensorflow_model_server]}", "TensorFlow default"},
        {"JAX by a variable", "{env: [{name: JAX_PLATFORMS, value: cuda}]}", "JAX default"},
        {"TensorFlow by a variable", "{env: [{name: TF_CONFIG, value: x}]}", "TensorFlow default"},
        {"the command before the image", "{image: x/jax, command: [vllm, serve, m]}", "vLLM default"},
    });
}

TEST_CASE("read_engine: shell lines")
{
    check({
        {"sh -c", "{command: [sh, -c, vllm serve m]}", "vLLM default"},
        {"over command and args", "{command: [/bin/bash, -lc], args: [exec vllm serve m]}", "vLLM default"},
        {"with a fraction", "{command: [bash, -c, 'cd /;vllm serve m --gpu-memory-utilization \"0.4\"']}",
         "vLLM 0.4 at command[2]"},
        {"a line in a line", R"({command: [sh, -c, "bash -c 'vllm serve m --gpu_memory_utilization=.4'"]})",
         "vLLM .4 at command[2]"},
        {"a variable before the program",
         "{command: [sh, -c, 'XLA_PYTHON_CLIENT_PREALLOCATE=false python a.py'], image: x/jax}",
         "JAX settled"},
        {"an exported one",
         "{image: x/jax, args: [sh, -c, 'export XLA_CLIENT_MEM_FRACTION=.2; python a.py']}",
         "JAX .2 at args[2]"},
        {"not a shell's -c", "{command: [python, -c, vllm serve m]}", "none"},
        {"a comment", "{command: [sh, -c, '# vllm serve m']}", "none"},
        {"a flag without a line", "{command: [sh, -c]}", "none"},
    });
}

TEST_CASE("read_engine: options and variables")
{
    check({
        {"with =", "{image: x/vllm, args: [--gpu-memory-utilization=0.4]}", "vLLM 0.4 at args[0]"},
        {"with a blank", "{image: x/vllm, args: [--gpu-memory-utilization, '0.4']}", "vLLM 0.4 at args[1]"},
        {"with _", "{image: x/vllm, args: [--gpu_memory_utilization, '0.4']}", "vLLM 0.4 at args[1]"},
        {"the last counts",
         "{image: x/vllm, args: [--gpu-memory-utilization=0.9, --gpu-memory-utilization=0.4]}",
         "vLLM 0.4 at args[1]"},
        {"of another engine", "{image: x/vllm, args: [--mem-fraction-static=0.4]}", "vLLM default"},
        {"longer than the option", "{image: x/vllm, args: [--gpu-memory-utilization-x=0.4]}", "vLLM default"},
        {"without a value", "{image: x/vllm, args: [--gpu-memory-utilization]}", "vLLM default"},
        {"no number", "{image: x/vllm, args: [--gpu-memory-utilization=most]}", "vLLM settled"},
        {"bytes", "{image: x/vllm, args: [--kv-cache-memory-bytes, '1']}", "vLLM settled"},
        {"a file", "{image: x/vllm, args: [--config=a.yaml]}", "vLLM settled"},
        {"Kubernetes' reference",
         "{image: x/vllm, args: [--gpu-memory-utilization=$(F)], env: [{name: F, value: '0.3'}]}",
         "vLLM 0.3 at args[0]"},
        {"the shell's",
         "{args: [sh, -c, 'vllm serve --gpu-memory-utilization ${F}'], env: [{name: F, value: '1'}]}",
         "vLLM 1 at args[2]"},
        {"a reference to nothing", "{image: x/vllm, args: [--gpu-memory-utilization=$F]}", "vLLM settled"},
        {"one with a default", "{image: x/vllm, args: ['--gpu-memory-utilization=${F:-0.9}']}",
         "vLLM settled"},
        {"SGLang", "{image: x/sglang, args: [--mem-fraction-static, '0.3']}", "SGLang 0.3 at args[1]"},
        {"TGI by env", "{image: x/tgi, env: [{name: A}, {name: CUDA_MEMORY_FRACTION, value: '0.3'}]}",
         "TGI 0.3 at env[1]"},
        {"TGI's option before its variable",
         "{image: x/tgi, args: [--cuda-memory-fraction=0.2], env: [{name: CUDA_MEMORY_FRACTION, value: "
         "'0.3'}]}",
         "TGI 0.2 at args[0]"},
        {"a variable from elsewhere",
         "{image: x/tgi, env: [{name: CUDA_MEMORY_FRACTION, valueFrom: {configMapKeyRef: {name: a, key: "
         "b}}}]}",
         "TGI settled"},
        {"TensorRT-LLM", "{args: [trtllm-serve, m, --kv-cache-free-gpu-memory-fraction=0.3]}",
         "TensorRT-LLM 0.3 at args[2]"},
        {"TensorRT-LLM's file", "{args: [trtllm-serve, m, --extra_llm_api_options, a.yaml]}",
         "TensorRT-LLM settled"},
        {"JAX's older name", "{env: [{name: XLA_PYTHON_CLIENT_MEM_FRACTION, value: '.5'}]}",
         "JAX .5 at env[0]"},
        {"JAX that preallocates", "{env: [{name: XLA_PYTHON_CLIENT_PREALLOCATE, value: 'true'}]}",
         "JAX default"},
        {"JAX that does not", "{env: [{name: XLA_PYTHON_CLIENT_PREALLOCATE, value: 'FALSE'}]}",
         "JAX settled"},
        {"JAX by the platform's allocator", "{env: [{name: XLA_PYTHON_CLIENT_ALLOCATOR, value: platform}]}",
         "JAX settled"},
        {"TensorFlow that grows", "{env: [{name: TF_FORCE_GPU_ALLOW_GROWTH, value: 'true'}]}",
         "TensorFlow settled"},
        {"TensorFlow that does not", "{env: [{name: TF_FORCE_GPU_ALLOW_GROWTH, value: 'false'}]}",
         "TensorFlow default"},
        {"TensorFlow's server", "{args: [tensorflow_model_server, --per_process_gpu_memory_fraction=0.3]}",
         "TensorFlow 0.3 at args[1]"},
    });
}

}  // namespace slicegate::policy::test
