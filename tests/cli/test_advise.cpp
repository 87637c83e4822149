// SPDX-License-Identifier: Apache-2.0
#include "cli/advise_command.hpp"
#include "cli/run_advise.hpp"
#include "cli/run_lint.hpp"
#include "folder.hpp"

#include <CLI/CLI.hpp>
#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include <sstream>
#include <string>

using namespace slicegate;
using cli::AdviseOptions;

namespace {

struct Answer {
    int status;
    std::string out;
    std::string err;
};

Answer run(AdviseOptions const& options)
{
    std::ostringstream out;
    std::ostringstream err;
    int const status = cli::run_advise(options, out, err);
    return {status, out.str(), err.str()};
}

AdviseOptions options(char const* gpu, unsigned tenants, char const* isolation = "none")
{
    AdviseOptions options;
    options.gpu = gpu;
    options.tenants = tenants;
    options.isolation = isolation;
    return options;
}

// What policy lint says of the files.
std::string lint(cli::test::Folder const& folder)
{
    std::ostringstream out;
    std::ostringstream err;
    cli::LintOptions lint;
    lint.device_plugins = {folder.path("pool/device-plugin.yaml")};
    lint.config = folder.path("pool/policy.yaml");
    int const status = cli::run_lint(lint, out, err);
    return std::to_string(status) + ' ' + out.str() + err.str();
}

}  // namespace

TEST_CASE("advise: what it writes agrees with itself")
{
    struct Row {
        char const* gpu;
        unsigned tenants;
        char const* isolation;
        cli::Naming naming;
    };
    for (Row const& row :
         {Row{"h100-sxm", 4, "fault", cli::Naming::same}, Row{"l4", 4, "none", cli::Naming::shared},
          Row{"l4", 4, "none", cli::Naming::same}, Row{"l4", 4, "memory", cli::Naming::same},
          Row{"l4", 1, "fault", cli::Naming::same}}) {
        CAPTURE(row.gpu, row.tenants, row.isolation);
        cli::test::Folder const folder;
        auto asked = options(row.gpu, row.tenants, row.isolation);
        asked.naming = row.naming;
        asked.folder = folder.path("pool");
        CHECK(run(asked).status == 0);
        CHECK(lint(folder) == "0 1 object looked at, 0 findings\n");
        auto const again = run(asked);
        CHECK(again.status == 2);
        CHECK(again.err.ends_with(
            "device-plugin.yaml: is there already; name another folder, or move it away\n"));
    }
}

TEST_CASE("advise: says what to take, why, why not the others, and what to configure")
{
    auto asked = options("h100-sxm", 4, "fault");
    asked.memory_gib = 16;
    auto const answer = run(asked);
    CHECK(answer.status == 0);
    CHECK(answer.out.starts_with(
        "4 tenants on 1 card h100-sxm (79.65 GiB); memory: 16.00 GiB each; isolation: fault; latency: any\n\n"
        "Take MIG, 4 x 1g.20gb on each card\n"));
    CHECK(
        answer.out.find("MPS           a fatal fault of one tenant ends all tenants of the card\n") !=
        std::string::npos);
    CHECK(
        answer.out.find("  kubectl label node NODE nvidia.com/mig.config=all-1g.20gb --overwrite\n") !=
        std::string::npos);
    asked.style = cli::AdviceStyle::json;
    auto const json = nlohmann::json::parse(run(asked).out);
    CHECK(json["choices"][0]["mechanism"] == "migSingle");
    CHECK(json["choices"][0]["profile"] == "1g.20gb");
    CHECK(json["files"].size() == 3);
}

TEST_CASE("advise: YAML is the configuration alone, and nothing where nothing does")
{
    auto asked = options("l4", 4);
    asked.style = cli::AdviceStyle::yaml;
    asked.naming = cli::Naming::shared;
    auto const answer = run(asked);
    CHECK(
        answer.out.find(
            "---\n# device-plugin.yaml\nversion: v1\nflags:\n  migStrategy: none\nsharing:\n  timeSlicing:\n"
            "    renameByDefault: true\n    failRequestsGreaterThanOne: true\n    resources:\n"
            "    - name: nvidia.com/gpu\n      replicas: 4\n---\n") != std::string::npos);
    asked.isolation = "fault";
    auto const nothing = run(asked);
    CHECK(nothing.status == 1);
    CHECK(nothing.out.empty());
    CHECK(
        nothing.err.find("Not with so few cards. With 4 cards: a whole card for each\n") !=
        std::string::npos);
}

TEST_CASE("advise: what is wrong is named with the nearest word")
{
    CHECK(
        run(options("h100-smx", 2)).err ==
        "slicegate advise: GPU \"h100-smx\" is unknown; did you mean h100-sxm?\n");
    CHECK(
        run(options("l4", 2, "walls")).err ==
        "slicegate advise: --isolation: must be one of none, memory, fault\n");
    CHECK(run(options("l4", 0)).status == 2);
    int status = 0;
    CLI::App app;
    cli::add_advise_command(app, status);
    app.parse("advise --gpu l4 --tenants 3 --isolation fault -o json");
    CHECK(status == 1);
}
