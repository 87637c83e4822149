// SPDX-License-Identifier: Apache-2.0
#include "cli/columns.hpp"
#include "cli/mig_command.hpp"
#include "cli/run_mig.hpp"

#include <CLI/CLI.hpp>
#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>
#include <yaml-cpp/yaml.h>

#include <sstream>
#include <string>
#include <vector>

using namespace slicegate;
using cli::MigOptions;

namespace {

struct Answer {
    int status;
    std::string out;
    std::string err;
};

Answer
run(int (*command)(MigOptions const&, std::ostream&, std::ostream&), std::vector<std::string> words,
    cli::Style style = cli::Style::text, std::string gpu = "h100-sxm")
{
    MigOptions options;
    options.gpu = std::move(gpu);
    options.words = std::move(words);
    options.style = style;
    std::ostringstream out;
    std::ostringstream err;
    int const status = command(options, out, err);
    return {status, out.str(), err.str()};
}

nlohmann::json
json_of(int (*command)(MigOptions const&, std::ostream&, std::ostream&), std::vector<std::string> words)
{
    return nlohmann::json::parse(run(command, std::move(words), cli::Style::json).out);
}

}  // namespace

TEST_CASE("mig list: tells real memory, SMs, places and resources")
{
    auto const answer = run(cli::run_mig_list, {});
    CHECK(answer.status == 0);
    CHECK(
        answer.out.find(
            "1g.20gb     19.62 GiB   26        1      2     4  0, 2, 4, 6  nvidia.com/mig-1g.20gb\n") !=
        std::string::npos);
    auto const json = json_of(cli::run_mig_list, {});
    CHECK(json["gpus"][0]["profiles"][0]["memoryMiB"] == 9984);
    auto const all = run(cli::run_mig_list, {}, cli::Style::json, "");
    CHECK(nlohmann::json::parse(all.out)["gpus"].size() == 21);
}

TEST_CASE("mig place: draws a set that fits")
{
    auto const answer = run(cli::run_mig_place, {"4g.40gb", "2x1g.20gb"});
    CHECK(answer.status == 0);
    CHECK(
        answer.out ==
        "h100-sxm: all of it fits\n\n"
        "  memory unit  0           1           2           3           4           5           6           "
        "7\n"
        "               [4g.40gb                                       ][1g.20gb               ]"
        "[1g.20gb               ]\n\n"
        "compute slices: 6 of 7 used; memory units: 8 of 8\n"
        "idle: 1 compute slice (stranded)\n");
}

TEST_CASE("mig place: says which is the first without a place, why, and what fits instead")
{
    auto const full = run(cli::run_mig_place, {"all-balanced", "1g.10gb"});
    CHECK(full.status == 1);
    CHECK(
        full.out.find("1g.10gb (number 5 of 5) has no place beside those before it:\n"
                      "  compute: it takes 1 compute slice, 0 of 7 are left\n"
                      "  memory: it takes 1 memory unit, 0 of 8 are left\n"
                      "instead fits: nothing\n") != std::string::npos);
    auto const scattered =
        run(cli::run_mig_place, {"1g.10gb@0", "1g.10gb@1", "1g.10gb@2", "1g.10gb@4", "3g.40gb"});
    CHECK(scattered.status == 1);
    CHECK(
        scattered.out.find(
            "3g.40gb (number 5 of 5) has no place beside those before it:\n"
            "  position: it takes 4 units in a row, beginning at 0, 4; as the others stand, the "
            "units 3, 5, 6, 7 are free, and no other way to place them helps\n"
            "instead fits: 1g.20gb, 1g.10gb or 1g.10gb+me\n") != std::string::npos);
    auto const json = json_of(cli::run_mig_place, {"1g.10gb@7"});
    CHECK(json["fits"] == false);
    CHECK(json["refused"]["lacks"][0]["message"] == "it may begin at 0-6, not at 7");
}

TEST_CASE("mig next: tells what can be added at best and at worst")
{
    auto const json = json_of(cli::run_mig_next, {"1g.10gb", "1g.10gb"});
    CHECK(json["room"][2] == nlohmann::json{{"profile", "3g.40gb"}, {"most", 1}, {"atWorst", 0}});
    CHECK(run(cli::run_mig_next, {"1g.10gb"}).status == 0);
    CHECK(run(cli::run_mig_next, {}).status == 0);
    auto const full = run(cli::run_mig_next, {"all-balanced"});
    CHECK(full.status == 1);
    CHECK(full.out.ends_with("Nothing can be added.\n"));
    CHECK(run(cli::run_mig_next, {"2x4g.40gb"}).status == 1);
}

TEST_CASE("mig plan: tells cards, layouts, what is stranded, and the proof")
{
    auto const answer = run(cli::run_mig_plan, {"1g.10gb=7", "3g.40gb=1", "4g.40gb=1"});
    CHECK(answer.status == 0);
    CHECK(
        answer.out ==
        "2 cards h100-sxm; no plan takes fewer\n\n"
        "CARDS  LAYOUT       INSTANCES ON EACH         IDLE ON EACH\n"
        "    1  all-1g.10gb  7 x 1g.10gb               1 memory unit (7 stranded)\n"
        "    1  (its own)    1 x 3g.40gb, 1 x 4g.40gb  nothing\n\n"
        "proof: weigh an instance of 1g.10gb 1, 3g.40gb 3, 4g.40gb 4; no card holds more than 7, "
        "and all weigh 14\n");
    CHECK(json_of(cli::run_mig_plan, {"1g.10gb=8"})["spare"]["1g.10gb"] == 6);
}

TEST_CASE("mig layouts: are those of the card that is named, or of all")
{
    auto const one = run(cli::run_mig_layouts, {}, cli::Style::text, "a30");
    CHECK(one.out.find("a30  all-balanced           2 x 1g.6gb, 1 x 2g.12gb  any\n") != std::string::npos);
    CHECK(one.out.find("h100") == std::string::npos);
    CHECK(run(cli::run_mig_layouts, {}, cli::Style::text, "").out.find("h100-sxm") != std::string::npos);
}

TEST_CASE("mig config: writes a configuration for mig-parted and labels the nodes")
{
    MigOptions options;
    options.gpu = "h100-sxm";
    options.words = {"1g.10gb=17", "3g.40gb=3"};
    options.cards_per_node = 2;
    std::ostringstream out;
    std::ostringstream err;
    REQUIRE(cli::run_mig_config(options, out, err) == 0);
    CHECK(
        out.str().find("#   kubectl label node NODE-2 nvidia.com/mig.config=slicegate-1 --overwrite\n") !=
        std::string::npos);
    auto const config = YAML::Load(out.str());
    CHECK(config["version"].as<std::string>() == "v1");
    auto const own = config["mig-configs"]["slicegate-1"];
    REQUIRE(own.size() == 2);
    CHECK(own[1]["devices"][0].as<int>() == 1);
    CHECK(own[1]["mig-devices"]["3g.40gb"].as<int>() == 1);
    CHECK(config["mig-configs"]["all-1g.10gb"][0]["mig-devices"]["1g.10gb"].as<int>() == 7);
}

TEST_CASE("mig config: standard layouts need no configuration of their own")
{
    auto const answer = run(cli::run_mig_config, {"1g.10gb=7"});
    CHECK(answer.out.find("configmap") == std::string::npos);
    CHECK(answer.out.find("nvidia.com/mig.config=all-1g.10gb --overwrite\n") != std::string::npos);
}

TEST_CASE("mig: wrong use is exit status 2 with the nearest names")
{
    auto const gpu = run(cli::run_mig_place, {"1g.10gb"}, cli::Style::text, "h100");
    CHECK(gpu.status == 2);
    CHECK(
        gpu.err ==
        "slicegate mig place: GPU \"h100\" is unknown; did you mean h100-sxm, h100-pcie or h100-nvl?\n");
    auto const profile = run(cli::run_mig_plan, {"1g.5gb=3"});
    CHECK(profile.status == 2);
    CHECK(
        profile.err ==
        "slicegate mig plan: h100-sxm: profile \"1g.5gb\" is unknown; did you mean 1g.10gb?\n");
    MigOptions options;
    options.gpu = "h100-sxm";
    options.words = {"1g.10gb=1"};
    std::ostringstream out;
    std::ostringstream err;
    options.name = "all-mine";
    CHECK(cli::run_mig_config(options, out, err) == 2);
    options.name = "mine";
    options.cards_per_node = 0;
    CHECK(cli::run_mig_config(options, out, err) == 2);
    CHECK(out.str().empty());
}

TEST_CASE("mig: the command line sets the exit status")
{
    int status = 0;
    CLI::App app;
    cli::add_mig_command(app, status);
    app.parse("mig place --gpu h100-sxm 2x4g.40gb -o json");
    CHECK(status == 1);
    CHECK_THROWS_AS(app.parse("mig place 1g.10gb"), CLI::RequiredError);
    CHECK_THROWS_AS(app.parse("mig"), CLI::RequiredError);
    CHECK_THROWS_AS(app.parse("mig list -o yaml"), CLI::ValidationError);
}

TEST_CASE("columns: are as wide as their cells, numbers to the right")
{
    cli::Columns table({"A", ">B", "C"});
    table.add({"long", "1", ""});
    table.add({"x", "100", "y"});
    CHECK(table.render() == "A       B  C\nlong    1\nx     100  y\n");
}
