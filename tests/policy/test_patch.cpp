// SPDX-License-Identifier: Apache-2.0
// What the mutator adds, seen from outside: reviews in, patches applied.
#include "tests/policy/json_patch.hpp"
#include "tests/policy/only_adds.hpp"
#include "tests/policy/pod_generator.hpp"
#include "tests/policy/support.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>

using namespace slicegate::policy;
using namespace slicegate::policy::test;

namespace {

constexpr char const* required = "requiredDuringSchedulingIgnoredDuringExecution";

json term_against_all()
{
    return json::parse(
        R"({"labelSelector": {"matchExpressions": [{"key": "slicegate.dev/gpu", "operator": "Exists"}]},
        "namespaceSelector": {}, "topologyKey": "kubernetes.io/hostname"})");
}

json keep_off()
{
    return json::parse(R"({"key": "slicegate.dev/pool", "operator": "NotIn", "values": ["dedicated"]})");
}

json at(json const& document, std::string const& pointer)
{
    json::json_pointer const path(pointer);
    return document.contains(path) ? document[path] : json();
}

bool holds(json const& list, json const& item)
{
    return std::find(list.begin(), list.end(), item) != list.end();
}

// The promise, read off the pod as it is stored.
void check_promise(json const& pod)
{
    auto const label = at(pod, "/metadata/labels/slicegate.dev~1gpu");
    auto const selected = at(pod, "/spec/nodeSelector/slicegate.dev~1pool");
    auto const affinity = at(pod, "/spec/affinity");
    if (label == "dedicate") {
        CHECK(selected == "dedicated");
        CHECK(holds(at(affinity, std::string("/podAntiAffinity/") + required), term_against_all()));
        return;
    }
    REQUIRE(label == "share");
    CHECK(selected != "dedicated");
    if (!selected.is_null())
        return;
    auto const terms = at(affinity, std::string("/nodeAffinity/") + required + "/nodeSelectorTerms");
    CHECK_FALSE(terms.empty());
    for (json const& term : terms) {
        bool const matches_nothing =
            term.is_null() || (at(term, "/matchExpressions").empty() && at(term, "/matchFields").empty());
        CHECK((matches_nothing || holds(at(term, "/matchExpressions"), keep_off())));
    }
}

// What holds for every pod; returns the pod as the API server would store it, null where it is refused.
json mutate_and_check(json const& pod, Policy const& policy)
{
    auto const first = ask(Request{.object = pod}, Stage::mutate, policy);
    if (!first.is_allowed())
        return nullptr;
    auto const patched = apply_additions(pod, first.patch());
    CAPTURE(patched.dump());
    REQUIRE(only_adds(pod, patched));
    auto const second = ask(Request{.object = patched}, Stage::mutate, policy);
    CHECK(second.is_allowed());
    CHECK(second.patch().empty());
    auto const validated = ask(Request{.object = patched}, Stage::validate, policy);
    INFO(validated.raw);
    CHECK(validated.is_allowed());
    CHECK(validated.warnings() == first.warnings());
    return patched;
}

json gpu_pod()
{
    return parse_document(R"({apiVersion: v1, kind: Pod, metadata: {name: a, namespace: team-a},
        spec: {containers: [{name: c, resources: {limits: {nvidia.com/gpu: 1}}}]}})");
}

void set(json& document, std::string const& pointer, std::string const& value)
{
    if (value == "absent")
        document[json::json_pointer(pointer).parent_pointer()].erase(json::json_pointer(pointer).back());
    else
        document[json::json_pointer(pointer)] = json::parse(value);
}

std::string node_affinity_of(std::string const& terms)
{
    return std::string(R"({")") + required + R"(":{"nodeSelectorTerms":)" + terms + "}}";
}

std::vector<std::string> node_affinities()
{
    std::string const name(required);
    return {
        "absent",
        "null",
        "{}",
        "{\"" + name + "\":null}",
        "{\"" + name + "\":{}}",
        node_affinity_of("null"),
        node_affinity_of("[]"),
        node_affinity_of(R"([{"matchFields":[{"key":"metadata.name","operator":"In","values":["n"]}]}])"),
        node_affinity_of(R"([{"matchExpressions":null,"matchFields":[{"key":"metadata.name"}]}])"),
        node_affinity_of(R"([{"matchExpressions":[{"key":"zone","operator":"In","values":["a"]}]},{},null])"),
        node_affinity_of("[{}]")};
}

}  // namespace

TEST_CASE("mutate: random pods get only additions, once, that the validator is content with")
{
    std::vector<Policy> const policies = {
        reference_policy(), make_default_policy(), policy_of("  unlabelled: dedicate\n"),
        policy_of("  unlabelled: deny\n"),
        policy_of("  pools:\n"
                  "  - {name: dedicated, access: dedicate, nodeSelector: {slicegate.dev/pool: dedicated}, "
                  "reserved: true}\n"
                  "  - {name: other, access: dedicate, nodeSelector: {slicegate.dev/pool: other}, reserved: "
                  "true}\n")};
    PodGenerator generator(3);
    std::size_t stored = 0;
    for (std::size_t i = 0; i < 2000; ++i) {
        auto const pod = generator.make_pod(true);
        CAPTURE(pod.dump());
        stored += mutate_and_check(pod, policies[i % policies.size()]).is_null() ? 0u : 1u;
    }
    CHECK(stored > 250);
}

TEST_CASE("mutate: absent, null and empty parents in every combination")
{
    std::vector<Policy> const policies = {
        reference_policy(), make_default_policy(), policy_of("  unlabelled: dedicate\n")};
    std::vector<std::string> const metadatas = {
        "absent", "null", "{}", R"({"labels":null})", R"({"labels":{}})"};
    for (Policy const& policy : policies)
        for (std::string const& metadata : metadatas)
            for (auto const* const selector : {"absent", "null", "{}"})
                for (std::string const& nodes : node_affinities())
                    for (std::string const& pods :
                         {std::string("absent"), std::string("null"), std::string("{}"),
                          std::string("{\"") + required + "\":null}",
                          std::string("{\"") + required + "\":[]}"}) {
                        auto pod = gpu_pod();
                        set(pod, "/metadata", metadata);
                        set(pod, "/spec/nodeSelector", selector);
                        pod["spec"]["affinity"] = json::object();
                        set(pod, "/spec/affinity/nodeAffinity", nodes);
                        set(pod, "/spec/affinity/podAntiAffinity", pods);
                        CAPTURE(pod.dump());
                        auto const patched = mutate_and_check(pod, policy);
                        if (!patched.is_null())
                            check_promise(patched);
                    }
}

TEST_CASE("mutate: affinity itself absent or null")
{
    for (auto const* const affinity : {"absent", "null", "{}"}) {
        for (Policy const& policy : {make_default_policy(), policy_of("  unlabelled: dedicate\n")}) {
            auto pod = gpu_pod();
            set(pod, "/spec/affinity", affinity);
            CAPTURE(pod.dump());
            auto const patched = mutate_and_check(pod, policy);
            REQUIRE_FALSE(patched.is_null());
            check_promise(patched);
        }
    }
}

TEST_CASE("mutate: a pod without a spec gets one where something has to be said in it")
{
    auto const policy = policy_of("  pools: [{name: dedicated, access: dedicate, reserved: hard}]\n");
    for (auto const* const spec : {"absent", "null", "{}"}) {
        auto pod = gpu_pod();
        set(pod, "/spec", spec);
        CAPTURE(pod.dump());
        auto const patched = mutate_and_check(pod, policy);
        CHECK_FALSE(at(patched, "/spec/affinity/nodeAffinity").is_null());
    }
}

TEST_CASE("mutate: keys with a slash and a tilde stay where they are")
{
    auto pod = gpu_pod();
    pod["metadata"]["labels"] = {{"a/b", "1"}, {"a~1b", "2"}, {"a~0b", "3"}, {"", "4"}};
    pod["spec"]["nodeSelector"] = {{"x~y/z", "1"}};
    auto const patched = mutate_and_check(pod, reference_policy());
    REQUIRE_FALSE(patched.is_null());
    auto labels = pod["metadata"]["labels"];
    labels["slicegate.dev/gpu"] = "share";
    CHECK(patched["metadata"]["labels"] == labels);
    CHECK(patched["spec"]["nodeSelector"] == json({{"x~y/z", "1"}, {"slicegate.dev/pool", "shared"}}));
}

TEST_CASE("mutate: what the pods of others get")
{
    struct Case {
        char const* name;
        char const* change;
        char const* expected;  // the label, or nothing
    };
    for (auto const& row : {
             Case{"no GPU", R"({"spec": {"containers": [{"name": "c"}]}})", ""},
             Case{
                 "zero GPUs",
                 R"({"spec": {"containers": [{"resources": {"limits": {"nvidia.com/gpu": "0"}}}]}})", ""},
             Case{
                 "a DaemonSet's pod is shared whatever the default is",
                 R"({"metadata": {"ownerReferences": [{"kind": "DaemonSet", "controller": true}]}})",
                 "share"},
             Case{
                 "a DaemonSet that only owns",
                 R"({"metadata": {"ownerReferences": [{"kind": "DaemonSet"}]}})", "dedicate"},
         })
        DYNAMIC_SECTION(row.name)
        {
            auto pod = gpu_pod();
            pod.merge_patch(json::parse(row.change));
            auto const patched = mutate_and_check(pod, policy_of("  unlabelled: dedicate\n"));
            REQUIRE_FALSE(patched.is_null());
            auto const label = at(patched, "/metadata/labels/slicegate.dev~1gpu");
            CHECK((label.is_null() ? "" : label.get<std::string>()) == row.expected);
            if (std::string_view(row.expected) != "dedicate")
                CHECK(patched["spec"] == pod["spec"]);
        }
}
