// SPDX-License-Identifier: Apache-2.0
// visible-devices on updates and subresources, and the length of what it says.
#include "tests/policy/support.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace slicegate::policy;
using namespace slicegate::policy::test;

namespace {

json pod_of(std::string const& spec)
{
    return parse_document(
        "{apiVersion: v1, kind: Pod, metadata: {name: a, namespace: team-a}, spec: " + spec + '}');
}

Policy denying()
{
    return policy_of("  rules: {visible-devices: deny}\n");
}

// A debug container is added.
Response ask_debug(json const& before, std::string const& container)
{
    auto after = before;
    after["spec"]["ephemeralContainers"] = json::array({parse_document(container)});
    return ask(
        Request{.object = after, .old = before, .operation = "UPDATE", .sub_resource = "ephemeralcontainers"},
        Stage::validate, denying());
}

}  // namespace

TEST_CASE("visible-devices: a debug container is judged for what it adds")
{
    auto const all = std::string("env: [{name: NVIDIA_VISIBLE_DEVICES, value: all}]");
    auto const clean = pod_of("{containers: [{name: main}]}");
    auto const guilty = pod_of("{containers: [{name: main, " + all + "}]}");
    auto const refused = ask_debug(clean, "{name: debug, " + all + '}');
    REQUIRE_FALSE(refused.is_allowed());
    CHECK(
        refused.message().find(
            "spec.ephemeralContainers[0].env[0]: takes GPUs by NVIDIA_VISIBLE_DEVICES=all") !=
        std::string::npos);
    CHECK(ask_debug(clean, "{name: debug}").is_allowed());
    CHECK(ask_debug(clean, "{name: debug, env: [{name: NVIDIA_VISIBLE_DEVICES, value: void}]}").is_allowed());
    CHECK(ask_debug(guilty, "{name: debug}").is_allowed());
    CHECK_FALSE(ask_debug(guilty, "{name: debug, " + all + '}').is_allowed());
}

TEST_CASE("visible-devices: an old template keeps what it had, and may not take more")
{
    auto const deployment = [](std::string const& value) {
        return parse_document(
            "{apiVersion: apps/v1, kind: Deployment, metadata: {name: a, namespace: team-a}, spec: "
            "{template: {spec: "
            "{containers: [{name: c, env: [{name: NVIDIA_VISIBLE_DEVICES, value: '" +
            value + "'}]}]}}}}");
    };
    struct Case {
        char const* name;
        char const* before;
        char const* after;
        bool is_allowed;
    };
    for (auto const& row :
         {Case{"one card, another", "0", "1", true}, Case{"all, one card", "all", "0", true},
          Case{"one card, all", "0", "all", false}, Case{"none, one card", "none", "0", false}})
        DYNAMIC_SECTION(row.name)
        {
            auto after = deployment(row.after);
            after["spec"]["template"]["spec"]["containers"][0]["image"] = "b";
            auto const response =
                ask(Request{.object = after, .old = deployment(row.before), .operation = "UPDATE"},
                    Stage::validate, denying());
            INFO(response.raw);
            CHECK(response.is_allowed() == row.is_allowed);
        }
}

TEST_CASE("visible-devices: what is asked for and how fits in one warning")
{
    auto const warning_for = [](std::string const& spec) {
        auto const warnings =
            ask(Request{.object = pod_of(spec)}, Stage::validate, reference_policy()).warnings();
        return warnings.size() == 1 ? warnings.front() : std::to_string(warnings.size()) + " warnings";
    };
    CHECK(
        warning_for("{containers: [{name: c, env: [{name: NVIDIA_VISIBLE_DEVICES, value: all}]}]}") ==
        "[visible-devices] spec.containers[0].env[0]: takes GPUs by NVIDIA_VISIBLE_DEVICES=all; "
        "set it to void, or ask for a GPU");
    CHECK(
        warning_for("{containers: [{name: c, env: [{name: NVIDIA_VISIBLE_DEVICES, valueFrom: {fieldRef: "
                    "{fieldPath: a}}}]}]}") ==
        "[visible-devices] spec.containers[0].env[0]: NVIDIA_VISIBLE_DEVICES is unknown here; "
        "set it to void, or ask for a GPU");
    CHECK(
        warning_for("{runtimeClassName: nvidia, containers: [{name: c}]}") ==
        "[visible-devices] spec.runtimeClassName: is nvidia, which gives the GPUs an image asks for; "
        "remove it, or ask for a GPU");
}

TEST_CASE("visible-devices: a pod full of device files is refused in few lines")
{
    json volumes = json::array();
    json mounts = json::array();
    for (int i = 0; i < 20000; ++i) {
        auto const name = "v" + std::to_string(i);
        volumes.push_back({{"name", name}, {"hostPath", {{"path", "/dev/nvidia" + std::to_string(i)}}}});
        mounts.push_back({{"name", name}, {"mountPath", "/x/" + name}});
    }
    auto pod = pod_of("{containers: [{name: c}]}");
    pod["spec"]["volumes"] = volumes;
    pod["spec"]["containers"][0]["volumeMounts"] = mounts;
    auto const response = ask(Request{.object = pod}, Stage::validate, denying());
    REQUIRE_FALSE(response.is_allowed());
    CHECK(
        response.message().find(
            "spec.containers[0].volumeMounts[0]: takes GPUs by the host's /dev/nvidia0") !=
        std::string::npos);
    CHECK(response.message().size() < 4096);
}
