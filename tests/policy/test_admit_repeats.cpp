// SPDX-License-Identifier: Apache-2.0
// Of equal keys the last one counts, as it does for the API server's reader, at every level.
#include "tests/policy/support.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace slicegate::policy;
using namespace slicegate::policy::test;

namespace {

std::string const gpu_container = R"({"resources":{"limits":{"nvidia.com/gpu":"1"}}})";
std::string const two_gpus = R"({"resources":{"limits":{"nvidia.com/gpu":"2"}}})";

std::string review_of_text(std::string const& object)
{
    auto review = review_for({.object = "OBJECT"});
    return review.replace(review.find("\"OBJECT\""), 8, object);
}

std::string pod_text(std::string const& spec)
{
    return R"({"kind":"Pod","metadata":{"name":"a","labels":{"slicegate.dev/gpu":"share"}},"spec":)" + spec +
           "}";
}

}  // namespace

TEST_CASE("parse_pod: of equal keys the last one counts, at every level")
{
    struct Case {
        char const* name;
        std::string object;
        bool is_allowed;
    };
    auto const containers = [](std::string const& one) { return "\"containers\":[" + one + "]"; };
    auto const labelled = [&](std::string const& labels, std::string const& more = "") {
        return R"({"metadata":{"name":"a",)" + labels +
               R"(},"spec":{"nodeSelector":{"slicegate.dev/pool":"shared"},)" + containers(gpu_container) +
               "}" + more + "}";
    };
    std::string const selector = R"("nodeSelector":{"slicegate.dev/pool":"shared"},)";
    std::string const daemon = R"("ownerReferences":[{"kind":"DaemonSet","controller":true}])";
    for (
        auto const& row : {
            Case{
                "containers, good last",
                pod_text("{" + selector + containers(two_gpus) + "," + containers(gpu_container) + "}"),
                true},
            Case{
                "containers, bad last",
                pod_text("{" + selector + containers(gpu_container) + "," + containers(two_gpus) + "}"),
                false},
            Case{
                "containers, bad last beside others",
                pod_text(
                    "{" + selector + containers(gpu_container) + R"(,"initContainers":[)" + gpu_container +
                    "]," + containers(two_gpus) + R"(,"initContainers":[]})"),
                false},
            Case{
                "spec, bad last",
                R"({"metadata":{"labels":{"slicegate.dev/gpu":"share"}},"spec":{)" + selector +
                    containers(gpu_container) + R"(},"spec":{)" + selector + containers(two_gpus) + "}}",
                false},
            Case{
                "spec, nothing of the first is left",
                R"({"spec":{"nodeSelector":{"slicegate.dev/pool":"dedicated"},)" + containers(two_gpus) +
                    R"(},"spec":{}})",
                true},
            Case{
                "resources, bad last",
                pod_text(
                    "{" + selector +
                    R"("containers":[{"resources":{},"resources":{"limits":{"nvidia.com/gpu":2}}}]})"),
                false},
            Case{
                "resources, null last",
                pod_text(
                    "{" + selector +
                    R"("containers":[{"resources":{"limits":{"nvidia.com/gpu":2}},"resources":null},)" +
                    gpu_container + "]}"),
                true},
            Case{
                "limits, bad last",
                pod_text(
                    "{" + selector +
                    R"("containers":[{"resources":{"limits":{"nvidia.com/gpu":1},"limits":{"nvidia.com/gpu":2}}}]})"),
                false},
            Case{
                "limits, empty last",
                pod_text(
                    "{" + selector +
                    R"("containers":[{"resources":{"limits":{"nvidia.com/gpu":2},"limits":{}}},)" +
                    gpu_container + "]}"),
                true},
            Case{
                "a resource, bad last",
                pod_text(
                    "{" + selector +
                    R"("containers":[{"resources":{"limits":{"nvidia.com/gpu":1,"nvidia.com/gpu":2}}}]})"),
                false},
            Case{
                "a resource, bad last and escaped",
                pod_text(
                    "{" + selector +
                    R"("containers":[{"resources":{"limits":{"nvidia.com/gpu":1,"nvidia.com\/g\u0070u":2}}}]})"),
                false},
            Case{
                "a label, bad last",
                labelled(R"("labels":{"slicegate.dev/gpu":"share","slicegate.dev/gpu":"x"})"), false},
            Case{
                "labels, bad last",
                labelled(R"("labels":{"slicegate.dev/gpu":"share"},"labels":{"slicegate.dev/gpu":"x"})"),
                false},
            Case{
                "labels, empty last", labelled(R"("labels":{"slicegate.dev/gpu":"share"},"labels":{})"),
                false},
            Case{
                "metadata, good last",
                labelled(
                    R"("labels":{"slicegate.dev/gpu":"x"})",
                    R"(,"metadata":{"labels":{"slicegate.dev/gpu":"share"}})"),
                true},
            Case{
                "metadata, null last",
                labelled(R"("labels":{"slicegate.dev/gpu":"share"})", R"(,"metadata":null)"), false},
            Case{"metadata, no DaemonSet is left", labelled(daemon, R"(,"metadata":{"name":"a"})"), false},
            Case{
                "nodeSelector, bad last",
                pod_text(
                    "{" + selector + R"("nodeSelector":{"slicegate.dev/pool":"dedicated"},)" +
                    containers(gpu_container) + "}"),
                false},
            Case{
                "a selector's key, bad last",
                pod_text(
                    R"({"nodeSelector":{"slicegate.dev/pool":"shared","slicegate.dev/pool":"dedicated"},)" +
                    containers(gpu_container) + "}"),
                false},
            Case{
                "spec by an escaped key, bad",
                R"({"metadata":{"labels":{"slicegate.dev/gpu":"share"}},"\u0073pec":{)" + selector +
                    containers(two_gpus) + "}}",
                false},
        })
        DYNAMIC_SECTION(row.name)
        {
            auto const response = ask(review_of_text(row.object), Stage::validate, reference_policy());
            INFO(response.raw);
            REQUIRE(response.http_status == 200);
            CHECK(response.is_allowed() == row.is_allowed);
        }
}

TEST_CASE("parse_pod: an affinity that a later key replaces holds nothing")
{
    std::string const by_label = R"({"matchExpressions":[{"key":"slicegate.dev/gpu","operator":"Exists"}]})";
    auto const term = [](std::string const& selector, std::string const& more = "") {
        return R"({"labelSelector":)" + selector +
               R"(,"namespaceSelector":{},"topologyKey":"kubernetes.io/hostname")" + more + "}";
    };
    auto const pod = [](std::string const& affinity) {
        return R"({"metadata":{"labels":{"slicegate.dev/gpu":"dedicate"}},"spec":{"nodeSelector":{"slicegate.dev/pool":)"
               R"("dedicated"},"containers":[)" +
               gpu_container + R"(],"affinity":)" + affinity + "}}";
    };
    auto const required = [](std::string const& list) {
        return R"("podAntiAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":)" + list + "}";
    };
    std::string const good = required("[" + term(by_label) + "]");
    struct Case {
        char const* name;
        std::string affinity;
        bool is_allowed;
    };
    for (
        auto const& row : {
            Case{"as it should be", "{" + good + "}", true},
            Case{"podAntiAffinity", "{" + good + R"(,"podAntiAffinity":{}})", false},
            Case{"affinity", "{" + good + R"(},"affinity":null)", false},
            Case{
                "the list",
                "{" +
                    required(
                        "[" + term(by_label) + R"(],"requiredDuringSchedulingIgnoredDuringExecution":[])") +
                    "}",
                false},
            Case{
                "the label selector",
                "{" + required("[" + term(by_label, R"(,"labelSelector":{})") + "]") + "}", false},
            Case{
                "its expressions",
                "{" +
                    required(
                        "[" +
                        term(
                            R"({"matchExpressions":[{"key":"slicegate.dev/gpu","operator":"Exists"}],"matchExpressions":[]})") +
                        "]") +
                    "}",
                false},
            Case{
                "its namespaces",
                "{" + required("[" + term(by_label, R"(,"namespaceSelector":null)") + "]") + "}", false},
            Case{
                "its topology", "{" + required("[" + term(by_label, R"(,"topologyKey":"zone")") + "]") + "}",
                false},
            Case{
                "more is less", "{" + required("[" + term(by_label, R"(,"namespaces":["a"])") + "]") + "}",
                false},
            Case{
                "more that is empty",
                "{" + required("[" + term(by_label, R"(,"namespaces":[],"matchLabelKeys":null)") + "]") + "}",
                true},
        })
        DYNAMIC_SECTION(row.name)
        {
            auto const response = ask(review_of_text(pod(row.affinity)), Stage::validate, reference_policy());
            INFO(response.raw);
            REQUIRE(response.http_status == 200);
            CHECK(response.is_allowed() == row.is_allowed);
        }
}

TEST_CASE("parse_review: of equal keys the last one counts")
{
    auto const good = review_of_text(pod_text("{}"));
    auto const bad = review_of_text(pod_text(R"({"containers":[)" + two_gpus + "]}"));
    auto const inside = [](std::string const& review, std::string_view from, std::string_view to) {
        auto const start = review.find(from);
        return review.substr(start, review.find(to) - start);
    };
    auto const end = bad.rfind("}}");
    std::string const object = inside(bad, "\"object\"", ",\"oldObject\"");
    std::string const request = bad.substr(bad.find("\"request\""), end + 1 - bad.find("\"request\""));
    CHECK(ask(good, Stage::validate, reference_policy()).message().find("single-slice") == std::string::npos);
    auto twice = good;
    twice.insert(twice.find(",\"oldObject\""), "," + object);
    CHECK(
        ask(twice, Stage::validate, reference_policy()).message().find("single-slice") != std::string::npos);
    twice = good;
    twice.insert(twice.rfind('}'), "," + request);
    CHECK(
        ask(twice, Stage::validate, reference_policy()).message().find("single-slice") != std::string::npos);
    twice = bad;
    twice.insert(twice.find(",\"oldObject\""), R"(,"namespace":"kube-system")");
    CHECK(ask(twice, Stage::validate, reference_policy()).is_allowed());
    twice.insert(twice.find(",\"oldObject\""), R"(,"n\u0061mespace":"team-a")");
    CHECK_FALSE(ask(twice, Stage::validate, reference_policy()).is_allowed());
}
