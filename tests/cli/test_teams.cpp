// SPDX-License-Identifier: Apache-2.0
#include "cli/run_teams.hpp"
#include "folder.hpp"

#include <catch2/catch_test_macros.hpp>

#include <sstream>
#include <string>

using namespace slicegate;

namespace {

struct Answer {
    int status;
    std::string out;
    std::string err;
};

Answer run(std::string const& text, std::string const& gpu = "")
{
    cli::test::Folder const folder;
    std::string const file = folder.write("teams.yaml", text);
    std::ostringstream out;
    std::ostringstream err;
    int const status = cli::run_teams(file, gpu, out, err);
    std::string message = err.str();
    if (message.starts_with(file + ": "))
        message.erase(0, file.size() + 2);
    return {status, out.str(), message};
}

constexpr char const* teams =
    "gpu: h100-sxm\n"
    "teams:\n"
    "- {name: search, use: production, model: llama-3.1-8b, dtype: fp8, context: 8192, sequences: 8, "
    "instances: 4}\n"
    "- {name: support, use: production, model: llama-3.1-8b, dtype: fp8, context: 32768, sequences: 8}\n"
    "- {name: lab, use: development, model: llama-3.1-8b, dtype: fp8, context: 8192, instances: 6}\n";

bool has(std::string const& text, std::string_view part)
{
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("advise --teams: production by fit, development by turns")
{
    auto const answer = run(teams);
    CHECK(answer.status == 0);
    CHECK(
        has(answer.out,
            "search   production   meta-llama/Llama-3.1-8B-Instruct          4   16.48 GiB  1g.20gb\n"));
    CHECK(
        has(answer.out,
            "support  production   meta-llama/Llama-3.1-8B-Instruct          1   40.48 GiB  whole card\n"));
    CHECK(has(answer.out, "16.48 GiB  1/4, time-sliced\n"));
    CHECK(has(answer.out, "Production, by MIG: 1 card h100-sxm; no plan takes fewer\n"));
    CHECK(has(answer.out, "all-1g.20gb"));
    CHECK(has(answer.out, "mig config --gpu h100-sxm --need 1g.20gb=4\n"));
    CHECK(has(answer.out, "Production, on whole cards: 1 card;"));
    CHECK(has(answer.out, "Development: 2 cards, time-slicing with 4 replicas;"));
    CHECK(has(answer.out, "search and support serve the same base model"));
}

TEST_CASE("advise --teams: a card without MIG, and a model that fits none")
{
    auto const one = run("teams: [{name: a, use: production, model: qwen3-0.6b, dtype: bf16}]", "l4");
    CHECK(one.status == 0);
    CHECK(has(one.out, "whole card\n"));
    auto const large = run("teams: [{name: a, use: development, model: llama-3.1-70b}]", "l4");
    CHECK(large.status == 1);
    CHECK(has(large.out, "no card: too large\n"));
}

TEST_CASE("advise --teams: what is wrong is named with its line")
{
    CHECK(run("gpu: l4\n").err == "1: teams: must be a list of at least one team\n");
    CHECK(
        run("teams: [{name: a, use: production, model: qwen3-8b}]").err ==
        "gpu: is missing, here and as --gpu\n");
    CHECK(
        run("gpu: l4\nteams:\n- name: a\n  use: prod\n  model: qwen3-8b\n").err ==
        "4: teams[0].use: must be production or development\n");
    CHECK(
        run("gpu: l4\nteams:\n- {name: a, use: production, modle: qwen3-8b}\n").err ==
        "3: teams[0].modle: unknown field; did you mean model?\n");
    CHECK(
        run("gpu: l4\nteams:\n- {name: a, use: production, model: qwen3-8b, instances: 0}\n").err ==
        "3: teams[0].instances: must be a number from 1 to 1000000, is 0\n");
    CHECK(run("gpu: l4\nteams:\n- {name: a, use: production, model: nothing-8b}\n")
              .err.starts_with("3: teams[0]: "));
    CHECK(run("gpu: l44\nteams:\n- {name: a, use: production, model: qwen3-8b}\n")
              .err.starts_with("gpu: GPU \"l44\" is unknown"));
}
