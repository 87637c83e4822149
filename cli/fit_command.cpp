// SPDX-License-Identifier: Apache-2.0
#include "cli/fit_command.hpp"

#include "cli/run_fit.hpp"

#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>

namespace slicegate::cli {

namespace {

constexpr char const* description =
    "Does a model fit: weights, KV cache and overhead against cards, MIG slices and shares.\n\n"
    "MODEL is a name of the catalogue (llama-3.1-8b), the path of a config.json as Hugging Face has it, or "
    "of its "
    "folder.\nAnother model goes by numbers: --params, --layers, --kv-heads and --head-size.";
constexpr char const* examples =
    "\nExamples:\n"
    "  slicegate fit llama-3.1-8b --dtype fp8 --context 8192 --sequences 8 --gpu h100-sxm\n"
    "  slicegate fit ./my-model/config.json --gpu l4 --slice 1/4\n"
    "  slicegate fit --params 8B --layers 32 --kv-heads 8 --head-size 128 -o json\n"
    "\nExit status: 0 it fits, 1 it does not (with --gpu: on nothing of that card; with --slice: not there), "
    "2 wrong "
    "use.";

void add_model(CLI::App& command, FitOptions& options)
{
    command.add_option("MODEL", options.model, "The model");
    command.add_option("--params", options.params, "Parameters, as 8030261248 or 8.03B")->type_name("NUMBER");
    command
        .add_option(
            "--active-params", options.active_params, "Of these, read for a token (mixture of experts)")
        ->type_name("NUMBER");
    command.add_option("--layers", options.layers, "Layers");
    command.add_option("--kv-heads", options.kv_heads, "Heads that cache keys and values, in each layer");
    command.add_option("--head-size", options.head_size, "Values in each head");
    command.add_option("--attention-heads", options.attention_heads, "Heads that query");
    command.add_option("--max-context", options.max_context, "The longest context that the model takes");
}

void add_load(CLI::App& command, FitOptions& options)
{
    command
        .add_option(
            "--dtype", options.dtype, "Weights: fp32, bf16, fp16, fp8, int8, int4, mxfp4 [the model's]")
        ->type_name("TYPE");
    command.add_option("--kv-dtype", options.kv_dtype, "KV cache: fp32, bf16, fp16, fp8 [bf16]")
        ->type_name("TYPE");
    command
        .add_option(
            "--embeddings", options.embeddings,
            "Embeddings and head of quantised weights: bf16, or weights for the same type [bf16 with four "
            "bits]")
        ->check(CLI::IsMember({"bf16", "weights"}))
        ->type_name("TYPE");
    command.add_option(
        "--context", options.context,
        "Tokens of each sequence, prompt and answer [8192, or the model's most]");
    command.add_option("--sequences", options.sequences, "Sequences at the same time")->capture_default_str();
    command.add_option("--overhead", options.overhead_gib, "GiB beside weights and cache, for each process")
        ->capture_default_str();
    command.add_option("--utilization", options.utilization, "Part of the memory that the engine may take")
        ->capture_default_str();
    command.add_option("--tensor-parallel", options.tensor_parallel, "Cards that share the model")
        ->capture_default_str();
}

}  // namespace

void add_fit_command(CLI::App& app, int& exit_status)
{
    auto* const command = app.add_subcommand("fit", description);
    auto const options = std::make_shared<FitOptions>();
    auto const format = std::make_shared<std::string>("text");
    add_model(*command, *options);
    add_load(*command, *options);
    command
        ->add_option(
            "--gpu", options->gpu, "One card in full, by key or product label [a line for each card]")
        ->type_name("CARD");
    command->add_option("--slice", options->slice, "This alone: a MIG profile, card, or a share such as 1/4")
        ->type_name("WHAT");
    command->add_option("--replicas", options->replicas, "Shares to look at, with commas between")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("NUMBERS")
        ->default_str("2,4,8");
    command->add_option("-o,--output", *format, "text or json")
        ->check(CLI::IsMember({"text", "json"}))
        ->type_name("FORMAT")
        ->capture_default_str();
    command->footer(examples);
    command->callback([options, format, &exit_status] {
        options->style = *format == "json" ? Style::json : Style::text;
        exit_status = run_fit(*options, std::cout, std::cerr);
    });
}

}  // namespace slicegate::cli
