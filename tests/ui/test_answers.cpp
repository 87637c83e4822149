// SPDX-License-Identifier: Apache-2.0
#include "ui/answers.hpp"

#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include <string>

using nlohmann::json;
using slicegate::ui::Answer;
using slicegate::ui::Answers;

namespace {

Answers make_answers()
{
    return Answers{slicegate::policy::make_default_policy()};
}

json ask(char const* path, std::string const& body, unsigned status = 200)
{
    auto const answer = make_answers().post(path, body);
    INFO(answer.body);
    CHECK(answer.status == status);
    return json::parse(answer.body);
}

std::string error_of(char const* path, std::string const& body, unsigned status)
{
    return ask(path, body, status).at("error");
}

}  // namespace

TEST_CASE("answers: the page is in the binary, each file with its type")
{
    auto const answers = make_answers();
    CHECK(answers.get("/").type == "text/html; charset=utf-8");
    CHECK(answers.get("/").body == answers.get("/index.html").body);
    CHECK(answers.get("/style.css").type == "text/css; charset=utf-8");
    CHECK(answers.get("/icon.svg").type == "image/svg+xml");
    for (char const* const module :
         {"app", "ask", "examples", "playground", "modes", "tickets", "packer", "fit"}) {
        auto const answer = answers.get("/" + std::string(module) + ".js");
        CHECK(answer.status == 200);
        CHECK(answer.type == "text/javascript; charset=utf-8");
        CHECK_FALSE(answer.body.empty());
    }
    for (char const* const path : {"", "/x", "/../etc/passwd", "//", "/api/check"})
        CHECK(answers.get(path).status == 404);
}

TEST_CASE("answers: the catalogue offers what the engine knows")
{
    auto const catalogue = json::parse(make_answers().get("/api/catalogue").body);
    CHECK(catalogue.at("cards").size() > 30);
    CHECK(catalogue.at("models").size() > 60);
    CHECK(catalogue.at("mig").size() > 10);
    CHECK(catalogue.at("maxManifestBytes") == 4194304);
}

TEST_CASE("answers: a manifest is judged and changed by the engine")
{
    auto const pod = [](std::string const& label, int gpus) {
        return "kind: Pod\napiVersion: v1\nmetadata: {name: a, labels: {slicegate.dev/gpu: " + label +
               "}}\nspec:\n  containers:\n  - name: c\n    resources: {limits: {nvidia.com/gpu: " +
               std::to_string(gpus) + "}}\n";
    };
    auto const refused = ask("/api/check", pod("share", 2));
    CHECK(refused.at("summary").at("refused") == 1);
    CHECK(refused.at("results")[0].at("violations")[0].at("rule") == "single-slice");
    CHECK(refused.at("results")[0].at("violations")[0].at("line") == 7);
    CHECK(refused.at("diff") == "");
    auto const dedicated = ask("/api/check", pod("dedicate", 1));
    CHECK(dedicated.at("summary").at("refused") == 0);
    CHECK(dedicated.at("diff").get<std::string>().find("+") != std::string::npos);
    CHECK(dedicated.at("diff").get<std::string>().find("podAntiAffinity") != std::string::npos);
    CHECK(ask("/api/check", "a: [").at("summary").at("unreadable") == 1);
    CHECK(ask("/api/check", "").at("summary").at("unreadable") == 1);
    CHECK(ask("/api/check", std::string("\xff\xfe\0{", 4)).at("summary").at("judged") == 0);
}

TEST_CASE("answers: what is too large, or no question, is told")
{
    CHECK(
        error_of("/api/check", std::string(slicegate::ui::max_manifest_bytes + 1, ' '), 413).find("4 MiB") !=
        std::string::npos);
    CHECK(error_of("/api/nothing", "{}", 404) == "there is no such question");
    for (char const* const path :
         {"/api/fit", "/api/mig/place", "/api/mig/layouts", "/api/tickets", "/api/modes"}) {
        CHECK(error_of(path, "", 400) == "the body must be a JSON object");
        CHECK(error_of(path, "[1]", 400) == "the body must be a JSON object");
        CHECK(error_of(path, "{}", 400).starts_with("a field is missing or of the wrong type"));
    }
    CHECK(error_of("/api/mig/place", R"({"gpu": 1, "profiles": []})", 400).starts_with("a field"));
}

TEST_CASE("answers: what nobody knows comes with the nearest name")
{
    CHECK(
        error_of("/api/mig/place", R"({"gpu": "h100-sxn", "profiles": []})", 422).find("h100-sxm") !=
        std::string::npos);
    CHECK(
        error_of("/api/mig/place", R"({"gpu": "h100-sxm", "profiles": ["3g.40g"]})", 422).find("3g.40gb") !=
        std::string::npos);
    CHECK(
        error_of("/api/fit", R"({"model": "lama-3.1-8b", "gpu": "l4", "context": 1, "sequences": 1})", 422)
            .find("Llama-3.1-8B-Instruct") != std::string::npos);
    CHECK(
        error_of("/api/modes", R"({"gpu": "h100-sxn", "tenants": []})", 422).find("h100-sxm") !=
        std::string::npos);
}

TEST_CASE("answers: a model is a name, never a file of whoever runs this")
{
    CHECK(
        error_of("/api/fit", R"({"model": "/etc/hostname", "gpu": "l4", "context": 1, "sequences": 1})", 422)
            .find("is not in the catalogue") != std::string::npos);
}

TEST_CASE("answers: instances are placed, and the node's resources told")
{
    auto const fits =
        ask("/api/mig/place", R"({"gpu": "h100-sxm", "profiles": ["4g.40gb", "1g.20gb", "1g.20gb"]})");
    CHECK(fits.at("placement").at("fits") == true);
    CHECK(fits.at("placement").at("idle").at("computeSlices") == 1);
    CHECK(fits.at("resources").at("mixed").at("nvidia.com/mig-1g.20gb") == 2);
    CHECK(fits.at("resources").at("single").is_null());
    CHECK(fits.at("next").at("room").size() == 7);
    auto const alike = ask("/api/mig/place", R"({"gpu": "h100-sxm", "profiles": ["1g.10gb", "1g.10gb"]})");
    CHECK(alike.at("resources").at("single").at("nvidia.com/gpu") == 2);
    auto const full = ask("/api/mig/place", R"({"gpu": "h100-sxm", "profiles": ["7g.80gb", "1g.10gb"]})");
    CHECK(full.at("placement").at("refused").at("profile") == "1g.10gb");
    CHECK(full.at("next").is_null());
}
