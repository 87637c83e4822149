// SPDX-License-Identifier: Apache-2.0
// A review is decoded in one pass where its fields come as the API server writes them, and read again where they
// do not: both come to the same.
#include "tests/policy/support.hpp"

#include <catch2/catch_test_macros.hpp>

#include <filesystem>
#include <string>

using namespace slicegate::policy;
using namespace slicegate::policy::test;
using nlohmann::ordered_json;

namespace {

// The same review, its objects before what they are of.
std::string backwards(ordered_json const& review)
{
    ordered_json turned;
    ordered_json const& request = review.at("request");
    for (char const* const name : {"oldObject", "object"}) {
        if (request.contains(name))
            turned["request"][name] = request[name];
    }
    for (auto const& [key, value] : request.items())
        turned["request"][key] = value;
    turned["kind"] = review.at("kind");
    turned["apiVersion"] = review.at("apiVersion");
    return turned.dump();
}

std::string answer_to(std::string body, Stage stage, Policy const& policy)
{
    Scratch scratch;
    return std::string(admit(body, stage, policy, scratch).body);
}

}  // namespace

TEST_CASE("decode: the order of a review's fields changes no answer")
{
    auto const policy = reference_policy();
    unsigned seen = 0;
    for (auto const& file : std::filesystem::directory_iterator(source_path("data/samples"))) {
        if (file.path().extension() != ".json")
            continue;
        auto const text = read_text(file.path().string());
        INFO(file.path().string());
        for (Stage const stage : {Stage::mutate, Stage::validate})
            CHECK(
                answer_to(text, stage, policy) ==
                answer_to(backwards(ordered_json::parse(text)), stage, policy));
        ++seen;
    }
    CHECK(seen > 10);
}

TEST_CASE("decode: what is said of an object after it counts as what is said before")
{
    auto const policy = reference_policy();
    auto const greedy =
        parse_document("{metadata: {name: a, labels: {slicegate.dev/gpu: share}},"
                       " spec: {containers: [{name: c, resources: {limits: {nvidia.com/gpu: 2}}}]}}");
    struct Case {
        char const* name;
        char const* later;  // fields behind the objects
        bool is_allowed;
    };
    for (auto const& row : {
             Case{"nothing", R"("dryRun":false)", false},
             Case{"an exempt namespace", R"("namespace":"kube-system")", true},
             Case{"another kind", R"("kind":{"group":"","version":"v1","kind":"Secret"})", true},
             Case{
                 "a kind whose pods are elsewhere",
                 R"("kind":{"group":"apps","version":"v1","kind":"Deployment"})", true},
             Case{"an operation of no interest", R"("operation":"DELETE")", true},
             Case{"an update from nothing", R"("operation":"UPDATE")", false},
             Case{"a subresource", R"("subResource":"binding")", true},
             Case{"no object after all", R"("object":null)", false},
             Case{
                 "an innocent object",
                 R"("object":{"metadata":{"name":"b"},"spec":{"containers":[{"name":"c"}]}})", true},
         })
        DYNAMIC_SECTION(row.name)
        {
            auto text = review_for({.object = greedy});
            text.insert(text.rfind("}}"), std::string(",") + row.later);
            CHECK(ask(text, Stage::validate, policy).is_allowed() == row.is_allowed);
        }
}

TEST_CASE("decode: nothing of one review is left in the next")
{
    auto const policy = reference_policy();
    auto const pod = [](int gpus) {
        return parse_document(
            "{metadata: {name: a, labels: {slicegate.dev/gpu: share}}, spec: {containers: [{name: c, "
            "resources: "
            "{limits: {nvidia.com/gpu: " +
            std::to_string(gpus) + "}}}]}}");
    };
    auto const refused = review_for({.object = pod(2)});
    auto const allowed = review_for({.object = parse_document("{spec: {containers: [{name: c}]}}")});
    auto const broken = refused.substr(0, refused.size() / 2);
    auto const first_no = answer_to(refused, Stage::validate, policy);
    auto const first_yes = answer_to(allowed, Stage::validate, policy);
    Scratch scratch;
    for (auto const& [body, expected] :
         {std::pair{refused, first_no},
          {broken, ""},
          {allowed, first_yes},
          {broken, ""},
          {refused, first_no},
          {allowed, first_yes}}) {
        std::string text = body;
        auto const answer = admit(text, Stage::validate, policy, scratch);
        if (!expected.empty())
            CHECK(answer.body == expected);
        else
            CHECK(answer.http_status == 400);
    }
}
