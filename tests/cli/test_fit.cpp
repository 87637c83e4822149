// SPDX-License-Identifier: Apache-2.0
#include "cli/fit_command.hpp"
#include "cli/run_fit.hpp"
#include "folder.hpp"

#include <CLI/CLI.hpp>
#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include <sstream>
#include <string>

using namespace slicegate;
using cli::FitOptions;

namespace {

struct Answer {
    int status;
    std::string out;
    std::string err;
};

Answer run(FitOptions const& options)
{
    std::ostringstream out;
    std::ostringstream err;
    int const status = cli::run_fit(options, out, err);
    return {status, out.str(), err.str()};
}

FitOptions example(std::uint64_t context, std::string slice = "")
{
    FitOptions options;
    options.model = "llama-3.1-8b";
    options.dtype = "fp8";
    options.context = context;
    options.gpu = "h100-sxm";
    options.slice = std::move(slice);
    return options;
}

std::string fault_of(FitOptions const& options)
{
    auto const answer = run(options);
    CHECK(answer.status == 2);
    CHECK(answer.out.empty());
    return answer.err;
}

constexpr std::string_view config =
    R"({"model_type": "llama", "hidden_size": 4096, "intermediate_size": 14336,
    "num_hidden_layers": 32, "num_attention_heads": 32, "num_key_value_heads": 8, "vocab_size": 128256,
    "torch_dtype": "bfloat16"})";

}  // namespace

TEST_CASE("fit: eight times 8K of Llama 3.1 8B in FP8 fit 1g.20gb and not 1g.10gb")
{
    CHECK(run(example(8192, "1g.20gb")).status == 0);
    CHECK(run(example(8192, "2g.20gb")).status == 0);
    CHECK(run(example(8192, "1g.10gb")).status == 1);
    auto const answer = run(example(8192));
    CHECK(answer.status == 0);
    CHECK(answer.out.starts_with(
        "meta-llama/Llama-3.1-8B-Instruct on h100-sxm\n\n"
        "NEEDS\n"
        "weights    7.48 GiB  fp8, 8.03e9 parameters\n"
        "KV cache   8.00 GiB  bf16, 8 sequences of 8192 tokens\n"
        "overhead   1.00 GiB  of each process\n"
        "total     16.48 GiB  17.46 GiB where the checkpoint keeps embeddings and head in "
        "bf16 (--embeddings bf16)\n"));
    CHECK(
        answer.out.find(
            "\n1g.20gb  19.62 GiB        17.66 GiB  yes    1.18 GiB             9398               9 "
            "       69\n") != std::string::npos);
    CHECK(answer.out.ends_with(
        "vLLM on 1g.20gb:\n  vllm serve meta-llama/Llama-3.1-8B-Instruct --max-model-len 8192 "
        "--max-num-seqs 8 --gpu-memory-utilization 0.9 --quantization fp8\n"));
}

TEST_CASE("fit: with eight times 32K only the whole card is enough")
{
    CHECK(run(example(32768, "4g.40gb")).status == 1);
    CHECK(run(example(32768, "7g.80gb")).status == 0);
    CHECK(run(example(32768, "card")).status == 0);
    CHECK(run(example(32768, "1/2")).status == 1);
    auto options = example(32768, "3g.40gb");
    options.kv_dtype = "fp8";
    CHECK(run(options).status == 0);
}

TEST_CASE("fit: says where it is tight")
{
    auto options = example(9300, "1g.20gb");
    auto const answer = run(options);
    CHECK(answer.status == 0);
    CHECK(answer.out.find("tight: not with embeddings and head in bf16") != std::string::npos);
    options.embeddings = "bf16";
    CHECK(run(options).status == 1);
}

TEST_CASE("fit: tells a line for each card where none is named")
{
    FitOptions options;
    options.model = "qwen3-8b";
    auto const answer = run(options);
    CHECK(answer.status == 0);
    CHECK(
        answer.out.find("\nh100-sxm                   79.65 GiB  yes    46.43 GiB  3g.40gb         1/2\n") !=
        std::string::npos);
    CHECK(
        answer.out.find("\nl4                         22.49 GiB  no     -5.01 GiB  -               -\n") !=
        std::string::npos);
}

TEST_CASE("fit: JSON has the numbers and the flags")
{
    auto options = example(8192);
    options.style = cli::Style::json;
    auto const json = nlohmann::json::parse(run(options).out);
    CHECK(json["need"]["totalGiB"] == 16.479);
    auto const& fits = json["gpus"][0]["fits"];
    CHECK(fits.size() == 10);
    CHECK(fits[5]["on"] == "1g.20gb");
    CHECK(fits[5]["mostSequences"] == 9);
    CHECK(fits[8]["on"] == "1/4");
    CHECK(
        fits[8]["vllm"] ==
        "--max-model-len 8192 --max-num-seqs 8 --gpu-memory-utilization 0.22 --quantization fp8");
}

TEST_CASE("fit: takes a config.json, its folder, and numbers")
{
    cli::test::Folder const folder;
    auto options = example(8192);
    options.style = cli::Style::json;
    auto const expected = nlohmann::json::parse(run(options).out)["need"];
    options.model = folder.write("model/config.json", config);
    CHECK(nlohmann::json::parse(run(options).out)["need"] == expected);
    options.model = folder.path("model");
    CHECK(nlohmann::json::parse(run(options).out)["need"] == expected);
    options.model.clear();
    options.params = "8030261248";
    options.layers = 32;
    options.kv_heads = 8;
    options.head_size = 128;
    CHECK(nlohmann::json::parse(run(options).out)["need"]["totalGiB"] == expected["totalGiB"]);
}

TEST_CASE("fit: says what is wrong, and the nearest name")
{
    cli::test::Folder const folder;
    FitOptions options;
    CHECK(
        fault_of(options) ==
        "slicegate fit: say which model: a name of the catalogue, a config.json, or --params and the like\n");
    options.model = "llama-3.1-8c-instruct";
    CHECK(fault_of(options).find("did you mean Llama-3.1-8B-Instruct?") != std::string::npos);
    options = example(8192);
    options.gpu = "h100-smx";
    CHECK(fault_of(options) == "slicegate fit: GPU \"h100-smx\" is unknown; did you mean h100-sxm?\n");
    options = example(8192, "1g.5gb");
    CHECK(
        fault_of(options) ==
        "slicegate fit: h100-sxm: profile \"1g.5gb\" is unknown; did you mean 1g.10gb?\n");
    options = example(8192, "1/x");
    CHECK(fault_of(options) == "slicegate fit: --slice \"1/x\": must be a share such as 1/4\n");
    options = example(8192, "1/1");
    CHECK(fault_of(options) == "slicegate fit: 1 replicas: must be from 2 to 48\n");
    options = example(8192);
    options.kv_dtype = "int4";
    CHECK(fault_of(options) == "slicegate fit: --kv-dtype \"int4\": must be fp32, bf16, fp16 or fp8\n");
    options = example(8192);
    options.model = folder.write("config.json", R"({"num_hidden_layers": 32, "num_attention_heads": 32})");
    CHECK(
        fault_of(options) == "slicegate fit: " + options.model +
                                 ": hidden_size: is missing; it is needed for the size of the KV cache\n");
    options.model = folder.path("none.json");
    CHECK(fault_of(options).ends_with("none.json: cannot be opened: No such file or directory\n"));
    options.model.clear();
    options.params = "many";
    CHECK(
        fault_of(options) == "slicegate fit: --params \"many\": must be a number of parameters, as in "
                             "8030261248, 8.03B or 596M\n");
}

TEST_CASE("fit: several cards leave slices and shares out")
{
    auto options = example(8192);
    options.tensor_parallel = 2;
    auto const answer = run(options);
    CHECK(answer.out.starts_with("meta-llama/Llama-3.1-8B-Instruct on 2 x h100-sxm\n"));
    CHECK(answer.out.find("1g.") == std::string::npos);
    options.slice = "1g.20gb";
    CHECK(fault_of(options).find("a process sees one MIG device") != std::string::npos);
}

TEST_CASE("parse_params: takes plain numbers and units")
{
    CHECK(cli::parse_params("--params", "8.03B").value() == 8'030'000'000U);
    CHECK(cli::parse_params("--params", "596M").value() == 596'000'000U);
    CHECK(cli::parse_params("--params", "1.5T").value() == 1'500'000'000'000U);
    for (char const* text : {"", "0", "-1", "8G", "B", "nan", "inf", "1e300"}) {
        CAPTURE(text);
        CHECK(cli::parse_params("--params", text).has_error());
    }
}

TEST_CASE("fit: the command line sets the exit status")
{
    auto const parse = [](std::string const& line) {
        int status = 0;
        CLI::App app;
        cli::add_fit_command(app, status);
        app.parse(line);
        return status;
    };
    CHECK(parse("fit --replicas 2,3 llama-3.1-8b --gpu l4 --slice 1g.10gb") == 2);
    CHECK(parse("fit llama-3.1-70b --gpu l4 -o json") == 1);
    CHECK_THROWS_AS(parse("fit a b"), CLI::ExtrasError);
}
