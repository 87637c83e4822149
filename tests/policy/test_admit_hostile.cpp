// SPDX-License-Identifier: Apache-2.0
// Input that is meant to hurt: deep, long, cut off, not UTF-8. Nothing crashes, nothing is allowed by it, and
// time and memory stay with the size (sizes are such that anything else would not end).
#include "tests/policy/support.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>

using namespace slicegate::policy;
using namespace slicegate::policy::test;

namespace {

std::string repeated(std::string_view text, std::size_t times)
{
    std::string all;
    all.reserve(text.size() * times);
    for (std::size_t i = 0; i < times; ++i)
        all += text;
    return all;
}

// A review whose pod is this text.
std::string review_with(std::string const& object)
{
    auto review = review_for({.object = "OBJECT"});
    return review.replace(review.find("\"OBJECT\""), 8, object);
}

Response validate(std::string body)
{
    return ask(std::move(body), Stage::validate, reference_policy());
}

std::string const two_gpus = R"({"resources":{"limits":{"nvidia.com/gpu":2}}})";

std::string pod_with(std::string const& more)
{
    return R"({"metadata":{"labels":{"slicegate.dev/gpu":"share"}},"spec":{"containers":[)" + two_gpus + "]" +
           more + "}}";
}

}  // namespace

TEST_CASE("admit: nesting past every parser's bound is a 400")
{
    std::size_t const deep = 200'000;
    for (std::string const& body :
         {repeated("[", deep), repeated("{\"a\":", deep), std::string(8 << 20, '['),
          std::string(8 << 20, '{'), repeated("[", deep) + repeated("]", deep),
          review_with(repeated("{\"a\":", deep) + "1" + repeated("}", deep)),
          review_with(pod_with(",\"x\":" + repeated("[", deep) + repeated("]", deep))),
          R"({"x":)" + repeated("[", deep) + repeated("]", deep) + "," + review_with(pod_with("")).substr(1),
          review_with(pod_with(R"(,"containers":)" + repeated("[", deep) + repeated("]", deep)))}) {
        CAPTURE(body.substr(0, 100));
        CHECK(validate(body).http_status == 400);
    }
}

TEST_CASE("admit: nesting that Go's decoder takes is read past")
{
    auto const response =
        validate(review_with(pod_with(",\"x\":" + repeated("[", 9'000) + repeated("]", 9'000))));
    REQUIRE(response.http_status == 200);
    CHECK(response.message().find("[single-slice]") != std::string::npos);
}

TEST_CASE("admit: a review that is cut off is never allowed")
{
    for (auto const* const name :
         {"mutate-create-gpu", "validate-update", "validate-delete", "mutate-create-unicode"}) {
        auto const body = read_text(source_path("data/samples/" + std::string(name) + ".json"));
        for (std::size_t size = 0; size <= body.rfind('}'); ++size) {
            CAPTURE(name, size);
            auto const response = ask(body.substr(0, size), Stage::mutate, reference_policy());
            REQUIRE(response.http_status == 400);
        }
    }
}

TEST_CASE("admit: an object that is cut off inside a whole review is never allowed")
{
    auto const object = pod_with("");
    for (std::size_t size = 1; size < object.size(); ++size) {
        auto const response = validate(review_with(object.substr(0, size)));
        CAPTURE(size);
        CHECK((response.http_status == 400 || !response.is_allowed()));
    }
}

TEST_CASE("admit: a broken byte anywhere crashes nothing")
{
    auto const body = review_with(pod_with(R"(,"nodeSelector":{"slicegate.dev/pool":"shared"})"));
    for (std::size_t at = 0; at < body.size(); ++at) {
        for (char const c : {'\0', '"', '\\', '}', ']', 'n', '\xFF'}) {
            auto broken = body;
            broken[at] = c;
            CAPTURE(at, c);
            auto const response = validate(broken);
            CHECK((response.http_status == 200 || response.http_status == 400));
        }
    }
}

TEST_CASE("admit: words that only begin like null, true or a number are refused")
{
    for (auto const* const value :
         {"nope", "nul", "nullx", "truex", "tru", "1x", "-", "+1", ".5", "NaN", "'a'"}) {
        CAPTURE(value);
        for (auto const* const field : {"containers", "affinity", "nodeName", "nodeSelector"}) {
            auto const response = validate(review_with(
                R"({"metadata":{"labels":{}},"spec":{")" + std::string(field) + "\":" + value + "}}"));
            CHECK((response.http_status == 400 || !response.is_allowed()));
        }
        auto const amount = validate(review_with(
            R"({"spec":{"containers":[{"resources":{"limits":{"nvidia.com/gpu":)" + std::string(value) +
            "}}}]}}"));
        CHECK((amount.http_status == 400 || !amount.is_allowed()));
    }
}

TEST_CASE("admit: bytes that are no UTF-8 are a 400, escapes that are no character are refused")
{
    for (auto const* const bad : {"\xFF", "\xC0\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xC3", "\x80"}) {
        CAPTURE(bad);
        CHECK(
            validate(review_with(pod_with(R"(,"nodeName":")" + std::string(bad) + "\""))).http_status == 400);
    }
    for (auto const* const bad : {R"(\ud800)", R"(\udc00)", R"(\u12)", R"(\x41)"}) {
        CAPTURE(bad);
        auto const response = validate(review_with(pod_with(R"(,"nodeName":")" + std::string(bad) + "\"")));
        CHECK((response.http_status == 400 || !response.is_allowed()));
    }
}

TEST_CASE("admit: what is many is counted or passed over, and answered shortly")
{
    std::size_t const many = 20'000;
    struct Case {
        char const* name;
        std::string object;
        char const* rule;
    };
    std::string labels;
    for (std::size_t i = 0; i < 10 * many; ++i)
        labels += "\"k" + std::to_string(i) + "\":\"v\",";
    std::string names;
    for (int i = 0; i < 250; ++i)
        names += "\"nvidia.com/mig-" + std::to_string(i) + "\":\"-1\",";
    auto const spec = [](std::string const& text) { return R"({"metadata":{},"spec":{)" + text + "}}"; };
    auto const listed = [&](std::string const& one) { return repeated(one + ",", many - 1) + one; };
    for (auto const& row : {
             Case{
                 "containers with two GPUs each", spec("\"containers\":[" + listed(two_gpus) + "]"),
                 "[single-slice]"},
             Case{
                 "empty containers", spec("\"containers\":[" + repeated("{},", 50 * many) + two_gpus + "]"),
                 "[single-slice]"},
             Case{"init containers", spec("\"initContainers\":[" + listed(two_gpus) + "]"), "[single-slice]"},
             Case{
                 "faults",
                 spec(
                     "\"containers\":[" + listed(R"({"resources":{"limits":{"nvidia.com/gpu":"x"}}})") + "]"),
                 "[gpu-request-shape]"},
             Case{
                 "labels", R"({"metadata":{"labels":{)" + labels + R"("slicegate.dev/gpu":"mine"}}})",
                 "[access-label]"},
             Case{
                 "a node selector",
                 spec("\"nodeSelector\":{" + labels + R"("slicegate.dev/pool":"dedicated"})"),
                 "[reserved-pool]"},
             Case{
                 "GPU names",
                 spec(
                     "\"containers\":[" +
                     repeated(R"({"resources":{"limits":{)" + names + R"("cpu":1}}},)", 80) + "{}]"),
                 "[gpu-request-shape]"},
             Case{
                 "lists under one key",
                 spec(
                     "\"initContainers\":[" + listed(two_gpus) + "]," +
                     repeated(R"("containers":[],)", many) + "\"containers\":[" + two_gpus + "]"),
                 "[single-slice]"},
             Case{
                 "label keys that repeat",
                 R"({"metadata":{)" + repeated(R"("labels":{"slicegate.dev/gpu":"a"},)", many) +
                     R"("labels":{"slicegate.dev/gpu":"b"}}})",
                 "[access-label]"},
         })
        DYNAMIC_SECTION(row.name)
        {
            auto const response = validate(review_with(row.object));
            REQUIRE(response.http_status == 200);
            REQUIRE_FALSE(response.is_allowed());
            CHECK(response.message().find(row.rule) != std::string::npos);
            CHECK(response.message().size() < 16'384);
            CHECK(response.raw.size() < 65'536);
        }
}

TEST_CASE("admit: more GPU names in one container than there are cards is no readable pod")
{
    std::string names;
    for (int i = 0; i < 257; ++i)
        names += (i == 0 ? "" : ",") + ("\"nvidia.com/mig-" + std::to_string(i)) + "\":1";
    auto const response =
        validate(review_with(R"({"spec":{"containers":[{"resources":{"limits":{)" + names + "}}}]}}"));
    CHECK(response.message().find("names more than 256 GPU resources") != std::string::npos);
}

TEST_CASE(
    "mutate: a pod with more OR'd node terms than anybody writes is refused instead of patched at length")
{
    auto const pod = [](std::size_t terms) {
        return review_with(
            R"({"spec":{"containers":[{"resources":{"limits":{"nvidia.com/gpu":1}}}],"affinity":{"nodeAffinity":)"
            R"({"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[)" +
            repeated(R"({"matchFields":[1]},)", terms - 1) + R"({"matchFields":[1]}]}}}}})");
    };
    CHECK(ask(pod(1'000), Stage::mutate, make_default_policy()).is_allowed());
    auto const response = ask(pod(100'000), Stage::mutate, make_default_policy());
    CHECK(response.message().find("[shared-placement]") != std::string::npos);
    CHECK(response.raw.size() < 16'384);
}
