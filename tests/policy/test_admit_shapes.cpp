// SPDX-License-Identifier: Apache-2.0
// Objects of shapes that no API server would store: refused with the path, never let through.
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
