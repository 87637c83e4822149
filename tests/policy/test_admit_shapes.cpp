// SPDX-License-Identifier: Apache-2.0
// Objects of shapes that no API server would store: refused with the path, never let through. Of equal keys
// the last one counts.
#include "tests/policy/support.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

using namespace slicegate::policy;
using namespace slicegate::policy::test;

namespace {

// A pod that has every field which is read.
json full_pod()
{
    return parse_document(R"(
kind: Pod
metadata:
  name: a
  generateName: a-
  namespace: team-a
  labels: {slicegate.dev/gpu: dedicate, app: x}
  annotations: {a: b}
  deletionTimestamp: "2026-11-30T12:00:00Z"
  deletionGracePeriodSeconds: 30
  ownerReferences: [{kind: ReplicaSet, controller: true}]
spec:
  nodeName: ""
  nodeSelector: {slicegate.dev/pool: dedicated, zone: a}
  initContainers: [{restartPolicy: Always, resources: {limits: {nvidia.com/gpu: 0}, requests: {nvidia.com/gpu: 0}}}]
  containers: [{restartPolicy: "", resources: {limits: {nvidia.com/gpu: 1}, requests: {nvidia.com/gpu: "1"}}}]
  ephemeralContainers: [{resources: {limits: {nvidia.com/gpu: 0}, requests: {nvidia.com/gpu: 0}}}]
  resourceClaims: [{name: a}]
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
        - matchExpressions: [{key: zone, operator: In, values: [a]}]
          matchFields: [{key: metadata.name, operator: In, values: [n]}]
    podAntiAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
      - labelSelector: {matchExpressions: [{key: slicegate.dev/gpu, operator: Exists}]}
        namespaceSelector: {}
        topologyKey: kubernetes.io/hostname
)");
}

// flatten() names the leaves; their parents are what is before each slash.
std::set<std::string> pointers_of(json const& document)
{
    std::set<std::string> pointers;
    auto const leaves = document.flatten();
    for (auto const& leaf : leaves.items()) {
        for (json::json_pointer path(leaf.key()); !path.empty(); path.pop_back())
            pointers.insert(path.to_string());
    }
    return pointers;
}

// What stands only inside something that is not looked into further.
bool is_read(std::string const& pointer)
{
    static constexpr std::array<std::string_view, 3> closed = {
        "/annotations/", "/resourceClaims/", "/matchFields/"};
    return pointer != "/kind" && std::none_of(closed.begin(), closed.end(), [&](std::string_view inside) {
               return pointer.find(inside) != std::string::npos;
           });
}

// "/spec/containers/0/name" as a message shows it.
std::string place_of(std::string const& pointer)
{
    std::string place;
    for (json::json_pointer path(pointer); !path.empty(); path.pop_back()) {
        auto const& key = path.back();
        bool const is_index =
            std::all_of(key.begin(), key.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
        bool const is_name = key.find_first_of("./") == std::string::npos;
        auto const step = is_name && !is_index ? key : '[' + key + ']';
        bool const is_glued = place.empty() || place.starts_with('[');
        place = step + (is_glued ? "" : ".") + place;
    }
    return place;
}

bool is_amount(std::string const& pointer)
{
    return pointer.ends_with("nvidia.com~1gpu");
}

bool is_right(json const& was, json const& wrong, std::string const& pointer)
{
    if (is_amount(pointer))
        return wrong.is_string() || wrong.is_number();
    return was.type() == wrong.type() || (was.is_number() && wrong.is_number());
}

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

TEST_CASE("parse_pod: a full pod is readable as it is")
{
    auto const response = ask(Request{.object = full_pod()}, Stage::validate, reference_policy());
    INFO(response.raw);
    CHECK(response.is_allowed());
}

TEST_CASE("parse_pod: a value of the wrong type is refused with its path, at every field that is read")
{
    std::vector<json> const values = {"text", 5, true, json::object(), json::array(), json::array({1})};
    std::size_t tried = 0;
    for (std::string const& pointer : pointers_of(full_pod())) {
        json::json_pointer const path(pointer);
        for (json const& value : values) {
            auto pod = full_pod();
            if (!is_read(pointer) || is_right(pod[path], value, pointer))
                continue;
            pod[path] = value;
            auto const response = ask(Request{.object = pod}, Stage::validate, reference_policy());
            CAPTURE(pointer, value.dump(), response.raw);
            REQUIRE(response.http_status == 200);
            REQUIRE_FALSE(response.is_allowed());
            CHECK(
                response.message().find("cannot be judged:\n" + place_of(pointer) + ": must be ") !=
                std::string::npos);
            ++tried;
        }
    }
    CHECK(tried > 300);
}

TEST_CASE("parse_pod: null is what nothing is, at every field that is read")
{
    for (std::string const& pointer : pointers_of(full_pod())) {
        auto pod = full_pod();
        pod[json::json_pointer(pointer)] = nullptr;
        CAPTURE(pointer);
        auto const response = ask(Request{.object = pod}, Stage::validate, reference_policy());
        REQUIRE(response.http_status == 200);
        if (!response.is_allowed())
            CHECK(response.message().find("cannot be judged") == std::string::npos);
    }
}

TEST_CASE("parse_review: a value of the wrong type in the envelope is a 400 with its path")
{
    std::vector<json> const values = {"text", 5, true, json::object(), json::array()};
    for (auto const* const pointer :
         {"/kind", "/apiVersion", "/request", "/request/uid", "/request/kind", "/request/kind/group",
          "/request/kind/kind", "/request/subResource", "/request/name", "/request/namespace",
          "/request/operation", "/request/userInfo", "/request/userInfo/username", "/request/object",
          "/request/oldObject", "/request/dryRun"}) {
        json::json_pointer const path(pointer);
        json const full =
            json::parse(review_for({.object = full_pod(), .old = full_pod(), .sub_resource = "status"}));
        for (json const& value : values) {
            if (full[path].type() == value.type())
                continue;
            auto review = full;
            review[path] = value;
            auto const response = ask(review.dump(), Stage::validate, reference_policy());
            CAPTURE(pointer, value.dump(), response.raw);
            CHECK(response.http_status == 400);
            CHECK(response.raw.starts_with(place_of(pointer) + ": must be "));
        }
    }
}

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
