// SPDX-License-Identifier: Apache-2.0
// Each step of the pipe alone, in ns and allocations a review.
#include "policy/decode.hpp"
#include "policy/edits.hpp"
#include "policy/evaluate.hpp"
#include "policy/patch.hpp"
#include "policy/reply.hpp"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <new>
#include <string>

namespace {

double allocations = 0;

}  // namespace

// NOLINTBEGIN(cppcoreguidelines-no-malloc): this is what stands below new and delete
void* operator new(std::size_t bytes)
{
    allocations += 1;
    if (void* const memory = std::malloc(bytes))
        return memory;
    throw std::bad_alloc{};
}

void operator delete(void* memory) noexcept
{
    std::free(memory);
}

void operator delete(void* memory, std::size_t /*bytes*/) noexcept
{
    std::free(memory);
}
// NOLINTEND(cppcoreguidelines-no-malloc)

namespace slicegate::policy {
namespace {

// A review read once, for the steps behind the decode.
struct Sample {
    Sample(std::string const& path, Stage stage)
    {
        std::ifstream file(path);
        body.assign(std::istreambuf_iterator<char>(file), {});
        auto const result = decoder.decode(body, stage, policy);
        if (!result || !result->scope || !result->objects)
            std::abort();  // the sample is a pod that is judged
        review = result->review;
        occasion = result->scope->occasion;
    }
    Sample(Sample const&) = delete;
    Sample& operator=(Sample const&) = delete;

    Policy policy = make_default_policy();
    std::string body;
    Decoder decoder;
    Review review;
    Occasion occasion{};
};

template <typename Step> void repeat(benchmark::State& state, Step step)
{
    step();  // buffers grow once
    double const before = allocations;
    for (auto _ : state)
        step();
    state.counters["allocations"] =
        benchmark::Counter(allocations - before, benchmark::Counter::kAvgIterations);
}

void decode(benchmark::State& state, std::string const& path, Stage stage)
{
    Sample sample(path, stage);
    repeat(
        state, [&] { benchmark::DoNotOptimize(sample.decoder.decode(sample.body, stage, sample.policy)); });
}

void rules(benchmark::State& state, std::string const& path, Stage stage)
{
    Sample sample(path, stage);
    repeat(state, [&] {
        benchmark::DoNotOptimize(evaluate(sample.decoder.now.pods(), sample.policy, sample.occasion));
    });
}

void patch(benchmark::State& state, std::string const& path)
{
    Sample sample(path, Stage::mutate);
    std::string out;
    repeat(state, [&] {
        out.clear();
        Pod const& pod = sample.decoder.now.pods().front();
        render_patch(out, plan_edits(pod, sample.policy), pod, sample.policy);
    });
}

void reply(benchmark::State& state, std::string const& path, Stage stage)
{
    Sample sample(path, stage);
    auto const judgements = evaluate(sample.decoder.now.pods(), sample.policy, sample.occasion);
    std::string out;
    repeat(state, [&] {
        out.clear();
        render_verdict(out, sample.review, sample.decoder.now, judgements, {}, sample.policy);
    });
}

void whole(benchmark::State& state, std::string const& path, Stage stage)
{
    Sample sample(path, stage);
    Scratch scratch;
    repeat(state, [&] { benchmark::DoNotOptimize(admit(sample.body, stage, sample.policy, scratch)); });
}

// "decode/placed" and so on. `folder` holds the reviews.
void add_steps(std::string const& folder, std::string const& name, Stage stage)
{
    auto const path = folder + "/" + name + ".json";
    benchmark::RegisterBenchmark(("decode/" + name).c_str(), decode, path, stage);
    benchmark::RegisterBenchmark(("rules/" + name).c_str(), rules, path, stage);
    if (stage == Stage::mutate)
        benchmark::RegisterBenchmark(("patch/" + name).c_str(), patch, path);
    benchmark::RegisterBenchmark(("reply/" + name).c_str(), reply, path, stage);
    benchmark::RegisterBenchmark(("whole/" + name).c_str(), whole, path, stage);
}

}  // namespace
}  // namespace slicegate::policy

int main(int argc, char** argv)
{
    benchmark::Initialize(&argc, argv);
    if (argc != 2) {
        std::cerr << "usage: slicegate_micro [--benchmark_...] FOLDER\n";
        return 2;
    }
    using slicegate::policy::Stage;
    for (char const* const name : {"placed", "refused", "small", "200KB"})
        slicegate::policy::add_steps(argv[1], name, Stage::validate);
    for (char const* const name : {"dedicated", "shared"})
        slicegate::policy::add_steps(argv[1], name, Stage::mutate);
    benchmark::RunSpecifiedBenchmarks();
}
