// SPDX-License-Identifier: Apache-2.0
// What the policy's hideGpus adds, seen from outside: reviews in, patches applied.
#include "tests/policy/json_patch.hpp"
#include "tests/policy/only_adds.hpp"
#include "tests/policy/pod_generator.hpp"
#include "tests/policy/support.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>

using namespace slicegate::policy;
using namespace slicegate::policy::test;

namespace {

Policy hiding(std::string const& more = {})
{
    return policy_of("  hideGpus: true\n" + more);
}

json pod_with(std::string const& container)
{
    return parse_document(
        "{apiVersion: v1, kind: Pod, metadata: {name: a, namespace: team-a}, spec: {containers: [" +
        container + "]}}");
}

// The pod as the API server would store it; a second call has to leave it alone.
json mutated(json const& pod, Policy const& policy)
{
    auto const first = ask(Request{.object = pod}, Stage::mutate, policy);
    INFO(first.raw);
    REQUIRE(first.is_allowed());
    auto const patched = apply_additions(pod, first.patch());
    CHECK(only_adds(pod, patched));
    auto const second = ask(Request{.object = patched}, Stage::mutate, policy);
    CHECK(second.patch().empty());
    auto const validated = ask(Request{.object = patched}, Stage::validate, policy);
    CHECK(validated.is_allowed());
    CHECK(validated.warnings() == first.warnings());
    return patched;
}

json const hidden = {{"name", "NVIDIA_VISIBLE_DEVICES"}, {"value", "void"}};

bool is_asking(json const& container)
{
    for (auto const* const side : {"/resources/limits", "/resources/requests"}) {
        json::json_pointer const path(side);
        auto const block = container.contains(path) ? container[path] : json();
        if (!block.is_object())
            continue;
        for (auto const& [name, amount] : block.items()) {
            if (name.starts_with("nvidia.com/") && !amount.is_null() && amount != 0 && amount != "0")
                return true;
        }
    }
    return false;
}

}  // namespace

TEST_CASE("hideGpus: what each container gets")
{
    struct Case {
        char const* name;
        char const* container;
        char const* env;  // afterwards; empty: the container stays as it is
    };
    for (auto const& row : {
             Case{"no env", "{name: c}", R"([{"name":"NVIDIA_VISIBLE_DEVICES","value":"void"}])"},
             Case{
                 "env null", "{name: c, env: null}", R"([{"name":"NVIDIA_VISIBLE_DEVICES","value":"void"}])"},
             Case{"env empty", "{name: c, env: []}", R"([{"name":"NVIDIA_VISIBLE_DEVICES","value":"void"}])"},
             Case{
                 "its own env stays before it", "{name: c, env: [{name: A, value: b}]}",
                 R"([{"name":"A","value":"b"},{"name":"NVIDIA_VISIBLE_DEVICES","value":"void"}])"},
             Case{
                 "envFrom loses against it",
                 "{name: c, envFrom: [{prefix: NVIDIA_, configMapRef: {name: x}}]}",
                 R"([{"name":"NVIDIA_VISIBLE_DEVICES","value":"void"}])"},
             Case{
                 "zero GPUs", "{name: c, resources: {limits: {nvidia.com/gpu: 0}}}",
                 R"([{"name":"NVIDIA_VISIBLE_DEVICES","value":"void"}])"},
             Case{
                 "its own word is left to visible-devices",
                 "{name: c, env: [{name: NVIDIA_VISIBLE_DEVICES, value: all}]}", ""},
             Case{"void already", "{name: c, env: [{name: NVIDIA_VISIBLE_DEVICES, value: void}]}", ""},
             Case{
                 "a word from elsewhere",
                 "{name: c, env: [{name: NVIDIA_VISIBLE_DEVICES, valueFrom: {configMapKeyRef: {name: x, key: "
                 "y}}}]}",
                 ""},
         })
        DYNAMIC_SECTION(row.name)
        {
            auto const pod = pod_with(row.container);
            auto expected = pod;
            if (*row.env != '\0')
                expected["spec"]["containers"][0]["env"] = json::parse(row.env);
            CHECK(mutated(pod, hiding()) == expected);
        }
}

TEST_CASE("hideGpus: in a GPU pod the containers beside the one that asks")
{
    auto pod = pod_with("{name: main, resources: {limits: {nvidia.com/gpu: 1}}}, {name: proxy}");
    pod["spec"]["initContainers"] = json::array({json{{"name", "probe"}}});
    auto const patched = mutated(pod, hiding());
    CHECK(patched["metadata"]["labels"]["slicegate.dev/gpu"] == "share");
    CHECK_FALSE(patched["spec"]["containers"][0].contains("env"));
    CHECK(patched["spec"]["containers"][1]["env"] == json::array({hidden}));
    CHECK(patched["spec"]["initContainers"][0]["env"] == json::array({hidden}));
}

TEST_CASE("hideGpus: where it changes nothing")
{
    auto const pod = pod_with("{name: c}");
    CHECK(mutated(pod, make_default_policy()) == pod);
    CHECK(mutated(pod, hiding("  exempt: {namespaces: [team-*]}\n")) == pod);
    auto const update =
        ask(Request{.object = pod, .old = pod, .operation = "UPDATE"}, Stage::mutate, hiding());
    CHECK(update.patch().empty());
    auto nameless = pod_with("null, {image: a}");
    CHECK(ask(Request{.object = nameless}, Stage::mutate, hiding()).patch().empty());
}

TEST_CASE("hideGpus: visible-devices has nothing left to say, but of what the pod says itself")
{
    auto const policy = hiding("  rules: {visible-devices: deny}\n");
    auto quiet = pod_with("{name: c, envFrom: [{prefix: NVIDIA_, configMapRef: {name: x}}]}");
    quiet["spec"]["runtimeClassName"] = "nvidia";
    CHECK_FALSE(ask(Request{.object = quiet}, Stage::validate, policy).is_allowed());
    CHECK(mutated(quiet, policy)["spec"]["containers"][0]["env"] == json::array({hidden}));
    auto const loud = pod_with("{name: c, env: [{name: NVIDIA_VISIBLE_DEVICES, value: all}]}");
    CHECK_FALSE(ask(Request{.object = loud}, Stage::mutate, policy).is_allowed());
}

TEST_CASE("hideGpus: after it, every container of a random pod asks for a GPU or sees none")
{
    PodGenerator generator(11);
    auto const policy =
        hiding("  rules: {single-slice: off, gpu-request-shape: off, label-needs-gpu: off}\n");
    std::size_t patched_pods = 0;
    for (int i = 0; i < 2000; ++i) {
        auto const pod = generator.make_pod(true);
        CAPTURE(pod.dump());
        auto const answer = ask(Request{.object = pod}, Stage::mutate, policy);
        if (!answer.is_allowed())
            continue;
        auto const patched = apply_additions(pod, answer.patch());
        for (auto const* const list : {"containers", "initContainers"}) {
            auto const& spec = patched["spec"];
            for (json const& container :
                 spec.contains(list) && spec[list].is_array() ? spec[list] : json::array()) {
                bool const is_hidden = container.contains("env") && container["env"] == json::array({hidden});
                CAPTURE(container.dump());
                REQUIRE(is_hidden != is_asking(container));
                patched_pods += is_hidden ? 1 : 0;
            }
        }
    }
    CHECK(patched_pods > 200);
}
