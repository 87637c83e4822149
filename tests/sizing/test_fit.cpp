// SPDX-License-Identifier: Apache-2.0
#include "brute_force.hpp"
#include "sizing/fit.hpp"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <array>
#include <string>

using namespace slicegate;
using namespace slicegate::sizing;
using Catch::Approx;

namespace {

Model model(std::string_view name)
{
    auto found = find_model(name);
    REQUIRE(found.has_value());
    return *found;
}

Load fp8_load(std::uint64_t context, Dtype cache, Embeddings embeddings)
{
    return {
        .weights = Dtype::fp8, .embeddings = embeddings, .cache = cache, .context = context, .sequences = 8};
}

// The names of what fits, from the largest.
std::string fitting(Model const& of, Load const& load, std::string_view gpu = "h100-sxm")
{
    std::string names;
    for (Fit const& fit : find_fits(of, load, test::card_of(gpu), std::array{2U, 4U}))
        if (fit.does_fit)
            names += (fit.kind == Kind::card    ? std::string("card")
                      : fit.kind == Kind::slice ? std::string(fit.profile->name)
                                                : "1/" + std::to_string(fit.replicas)) +
                     ' ';
    return names;
}

Fit on(Model const& of, Load const& load, std::string_view profile)
{
    for (Fit const& fit : find_fits(of, load, test::card_of("h100-sxm"), {}))
        if (fit.profile != nullptr && fit.profile->name == profile)
            return fit;
    FAIL("no such profile");
    return {};
}

}  // namespace

TEST_CASE("fit: the worked example, Llama 3.1 8B in FP8 on an H100")
{
    struct Row {
        std::uint64_t context;
        Dtype cache;
        Embeddings embeddings;
        double weights;
        double kv;
        char const* fits;
    };
    constexpr char const* from_20 = "card 7g.80gb 4g.40gb 3g.40gb 2g.20gb 1g.20gb 1/2 1/4 ";
    constexpr char const* from_40 = "card 7g.80gb 4g.40gb 3g.40gb 1/2 ";
    constexpr char const* whole = "card 7g.80gb ";
    constexpr auto same = Embeddings::as_weights;
    constexpr auto bf16 = Embeddings::bf16;
    for (Row const& row :
         {Row{8192, Dtype::bf16, same, 7.48, 8, from_20}, Row{8192, Dtype::fp8, same, 7.48, 4, from_20},
          Row{8192, Dtype::bf16, bf16, 8.46, 8, from_20}, Row{8192, Dtype::fp8, bf16, 8.46, 4, from_20},
          Row{32768, Dtype::bf16, same, 7.48, 32, whole}, Row{32768, Dtype::fp8, same, 7.48, 16, from_40},
          Row{32768, Dtype::bf16, bf16, 8.46, 32, whole}, Row{32768, Dtype::fp8, bf16, 8.46, 16, from_40}}) {
        auto const load = fp8_load(row.context, row.cache, row.embeddings);
        CAPTURE(row.context, word_of(row.cache), row.weights);
        auto const need = find_need(model("llama-3.1-8b"), load);
        CHECK(need.weights_gib == Approx(row.weights).margin(0.005));
        CHECK(need.cache_gib == Approx(row.kv));
        CHECK(need.total_gib == Approx(row.weights + row.kv + 1).margin(0.005));
        CHECK(fitting(model("llama-3.1-8b"), load) == row.fits);
    }
}

TEST_CASE("fit: 1g.20gb and 2g.20gb have the same memory")
{
    auto const load = fp8_load(8192, Dtype::bf16, Embeddings::as_weights);
    auto const one = on(model("llama-3.1-8b"), load, "1g.20gb");
    auto const two = on(model("llama-3.1-8b"), load, "2g.20gb");
    CHECK(one.memory_gib == two.memory_gib);
    CHECK(one.tokens_per_second == two.tokens_per_second);  // bandwidth goes with memory units
    CHECK(one.profile->compute_slices != two.profile->compute_slices);
}

TEST_CASE("fit: the limits are the last that fit")
{
    auto const of = model("llama-3.1-8b");
    auto load = fp8_load(8192, Dtype::bf16, Embeddings::as_weights);
    auto const fit = on(of, load, "1g.20gb");
    CHECK(fit.most_sequences == 9);
    load.context = fit.longest_context;
    CHECK(on(of, load, "1g.20gb").does_fit);
    ++load.context;
    CHECK_FALSE(on(of, load, "1g.20gb").does_fit);
    load.context = 8192;
    load.sequences = fit.most_sequences;
    CHECK(on(of, load, "1g.20gb").does_fit);
    ++load.sequences;
    CHECK_FALSE(on(of, load, "1g.20gb").does_fit);
    CHECK(on(of, load, "7g.80gb").longest_context == 51483);  // of ten sequences
    load.sequences = 1;
    CHECK(on(of, load, "7g.80gb").longest_context == 131072);  // the model's own end
}

TEST_CASE("fit: what does not fit lacks memory, and says how much")
{
    auto const fit =
        on(model("llama-3.1-8b"), fp8_load(8192, Dtype::bf16, Embeddings::as_weights), "1g.10gb");
    CHECK_FALSE(fit.does_fit);
    CHECK(fit.spare_gib == Approx(-7.70).margin(0.01));
    CHECK(fit.least_utilization > 1);
    CHECK(fit.most_sequences == 0);
}

TEST_CASE("fit: the decode ceiling is three quarters of the bandwidth by what is read for a token")
{
    Load load{.weights = Dtype::fp8, .context = 1, .sequences = 1};
    auto const card = find_fits(model("llama-3.1-8b"), load, test::card_of("h100-sxm"), {}).front();
    CHECK(card.tokens_per_second == Approx(0.75 * 3350e9 / 8.03e9).epsilon(0.001));
    CHECK(on(model("llama-3.1-8b"), load, "1g.20gb").tokens_per_second == Approx(card.tokens_per_second / 4));
    // Of a mixture of experts the active ones are read.
    auto const moe = find_fits(model("qwen3-30b-a3b"), load, test::card_of("h100-sxm"), {}).front();
    CHECK(moe.tokens_per_second > 700);
}

TEST_CASE("fit: layers with a window keep no more than the window")
{
    auto const gemma = model("gemma-3-1b-it");  // 22 of 26 layers keep 512 tokens; 1 head of 256
    Load load{.context = 8192, .sequences = 1};
    CHECK(
        find_need(gemma, load).cache_gib * 1024 * 1024 ==
        Approx((4 * 8192 + 22 * 512) * 2 * 256 * 2 / 1024.0));
}

TEST_CASE("fit: latent attention caches one vector, on every card")
{
    auto const deepseek = model("deepseek-v3");
    Load load{.weights = Dtype::fp8, .context = 1024, .sequences = 1, .tensor_parallel = 8};
    auto const need = find_need(deepseek, load);
    CHECK(need.cache_gib * 1024 * 1024 == Approx(61 * 576 * 1024 * 2 / 1024.0));
    CHECK(need.weights_gib == Approx(671.026e9 / 8 / (1024.0 * 1024 * 1024)).epsilon(0.001));
}

TEST_CASE("fit: several cards share weights and heads; slices and shares are no cards")
{
    auto const of = model("llama-3.1-70b");
    Load load{.weights = Dtype::bf16, .context = 8192, .sequences = 8};
    CHECK(fitting(of, load).empty());
    load.tensor_parallel = 4;
    CHECK(fitting(of, load) == "card ");
    CHECK(find_need(of, load).cache_gib == Approx(5));
    load.tensor_parallel = 16;  // more cards than heads: each keeps one
    CHECK(find_need(of, load).cache_gib == Approx(2.5));
}

TEST_CASE("fit: a share is told its part of the whole card")
{
    auto const fits = find_fits(
        model("llama-3.1-8b"), fp8_load(8192, Dtype::bf16, Embeddings::as_weights), test::card_of("h100-sxm"),
        std::array{4U});
    CHECK(fits.back().utilization == Approx(0.22));
    CHECK(fits.back().budget_gib == Approx(0.22 * 81559 / 1024));
    CHECK(fits.back().least_utilization == Approx(16.48 / 79.65).margin(0.001));
}

TEST_CASE("fit: vLLM is told what was counted with")
{
    auto const of = model("llama-3.1-8b");
    auto const load = fp8_load(8192, Dtype::fp8, Embeddings::as_weights);
    CHECK(
        render_vllm_flags(of, load, on(of, load, "1g.20gb")) ==
        "--max-model-len 8192 --max-num-seqs 8 --gpu-memory-utilization 0.9 --quantization fp8 "
        "--kv-cache-dtype fp8");
}

TEST_CASE("check_load: says what is impossible")
{
    auto const of = model("llama-3.1-8b");
    auto const message = [&](Load const& load) {
        auto const done = check_load(of, load);
        return done ? std::string() : done.error().message;
    };
    CHECK(message({}).empty());
    CHECK(message({.context = 0}) == "--context 0: must be from 1 to 1000000000 tokens");
    CHECK(
        message({.context = 200000}) ==
        "--context 200000: meta-llama/Llama-3.1-8B-Instruct takes 131072 tokens at most");
    CHECK(message({.sequences = 0}) == "--sequences 0: must be from 1 to 1000000");
    CHECK(
        message({.utilization = 90}) ==
        "--utilization: must be above 0 and at most 1, a part of the memory, as in 0.9");
    CHECK(message({.overhead_gib = -1}) == "--overhead: must be from 0 to 1024 GiB");
    CHECK(
        message({.tensor_parallel = 3}) == "--tensor-parallel 3: the 32 attention heads of "
                                           "meta-llama/Llama-3.1-8B-Instruct do not divide by it, "
                                           "so engines refuse; these do: 1, 2, 4, 8, 16");
}
