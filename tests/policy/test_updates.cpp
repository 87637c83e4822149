// SPDX-License-Identifier: Apache-2.0
// Templates, updates and subresources: what is judged when, and what the old object is forgiven.
#include "tests/policy/support.hpp"

#include <catch2/catch_test_macros.hpp>

#include <string>

using namespace slicegate::policy;
using namespace slicegate::policy::test;

namespace {

json pod_with(int slices, char const* label = "share")
{
    auto const pool = std::string(label) == "share" ? "shared" : "dedicated";
    return {
        {"apiVersion", "v1"},
        {"kind", "Pod"},
        {"metadata",
         {{"name", "trainer"}, {"namespace", "team-a"}, {"labels", {{"slicegate.dev/gpu", label}}}}},
        {"spec",
         {{"nodeSelector", {{"slicegate.dev/pool", pool}}},
          {"containers",
           {{{"name", "main"},
             {"resources", {{"limits", {{"nvidia.com/gpu", std::to_string(slices)}}}}}}}}}}};
}

json workload_with(std::string const& kind, int slices)
{
    json pod = pod_with(slices);
    json const pod_template = {{"metadata", pod["metadata"]}, {"spec", pod["spec"]}};
    json spec = {{"template", pod_template}};
    if (kind == "CronJob")
        spec = {{"jobTemplate", {{"spec", {{"template", pod_template}}}}}};
    auto const group = kind == "Job" || kind == "CronJob" ? "batch/v1" : "apps/v1";
    return {
        {"apiVersion", kind == "ReplicationController" ? "v1" : group},
        {"kind", kind},
        {"metadata", {{"name", "server"}, {"namespace", "team-a"}}},
        {"spec", spec}};
}

Response update(json const& old, json const& now, std::string const& sub_resource = "")
{
    return ask(
        Request{.object = now, .old = old, .operation = "UPDATE", .sub_resource = sub_resource},
        Stage::validate, reference_policy());
}

Response create(json const& object, Stage stage = Stage::validate, std::string const& user = "jane")
{
    return ask(Request{.object = object, .user = user}, stage, reference_policy());
}

}  // namespace

TEST_CASE("templates: every built-in workload is refused itself, at its template's path")
{
    for (char const* const kind :
         {"Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "ReplicationController", "Job",
          "CronJob"}) {
        DYNAMIC_SECTION(kind)
        {
            auto const response = create(workload_with(kind, 2));
            REQUIRE_FALSE(response.is_allowed());
            auto const root =
                std::string(kind) == "CronJob" ? "spec.jobTemplate.spec.template." : "spec.template.";
            CHECK(
                response.message().find("[single-slice] " + std::string(root) + "spec.containers[0]") !=
                std::string::npos);
            CHECK(create(workload_with(kind, 1)).is_allowed());
            CHECK(create(workload_with(kind, 2), Stage::mutate).is_allowed());
        }
    }
}

TEST_CASE("templates: kinds that the policy lists are walked by their paths, others pass")
{
    auto const policy = policy_of("  workloads:\n"
                                  "  - {group: kubeflow.org, kind: PyTorchJob, templates: "
                                  "[\"spec.pytorchReplicaSpecs.*.template\"]}\n");
    json job = workload_with("Deployment", 2);
    job["apiVersion"] = "kubeflow.org/v1";
    job["kind"] = "PyTorchJob";
    job["spec"] = {{"pytorchReplicaSpecs", {{"Worker", {{"template", job["spec"]["template"]}}}, {"x", 3}}}};
    auto const response = ask(Request{.object = job}, Stage::validate, policy);
    REQUIRE_FALSE(response.is_allowed());
    CHECK(
        response.message().find("spec.pytorchReplicaSpecs.Worker.template.spec.containers[0]") !=
        std::string::npos);
    job["kind"] = "MPIJob";
    CHECK(ask(Request{.object = job}, Stage::validate, policy).is_allowed());
}

TEST_CASE("updates: what the old object was guilty of is a warning, what gets worse is refused")
{
    json const old = workload_with("Deployment", 2);
    auto same_with_new_image = old;
    same_with_new_image["spec"]["template"]["spec"]["containers"][0]["image"] = "registry.example/app:2";
    auto const forgiven = update(old, same_with_new_image);
    CHECK(forgiven.is_allowed());
    REQUIRE(forgiven.warnings().size() == 1);
    CHECK(forgiven.warnings()[0].starts_with("[single-slice] spec.template.spec.containers[0]"));
    CHECK_FALSE(update(old, workload_with("Deployment", 3)).is_allowed());
    CHECK(update(workload_with("Deployment", 3), old).is_allowed());
}

TEST_CASE("updates: an object whose judged fields stay the same passes without a word")
{
    json const old = workload_with("Deployment", 2);
    auto now = old;
    now["spec"]["replicas"] = 7;
    now["metadata"]["annotations"] = {{"team", "a"}};
    CHECK(update(old, now).is_allowed());
    CHECK(update(old, now).warnings().empty());
}

TEST_CASE("updates: a container that is put before the guilty one does not make it a new violation")
{
    json const old = workload_with("Deployment", 2);
    auto now = old;
    auto& containers = now["spec"]["template"]["spec"]["containers"];
    containers.insert(containers.begin(), json{{"name", "sidecar"}});
    CHECK(update(old, now).is_allowed());
}

TEST_CASE("updates: a workload or pod that is going passes, the label of a running pod holds")
{
    auto gone = workload_with("Deployment", 3);
    gone["metadata"]["deletionTimestamp"] = "2026-01-01T00:00:00Z";
    CHECK(update(workload_with("Deployment", 2), gone).is_allowed());
    json const old = pod_with(1);
    auto now = old;
    now["metadata"]["labels"] = json::object();
    CHECK_FALSE(update(old, now).is_allowed());
    CHECK_FALSE(update(old, now, "status").is_allowed());
    now["metadata"]["deletionTimestamp"] = "2026-01-01T00:00:00Z";
    now["metadata"]["deletionGracePeriodSeconds"] = 30;
    CHECK_FALSE(update(old, now).is_allowed());
    now["metadata"]["deletionGracePeriodSeconds"] = 0;
    CHECK(update(old, now).is_allowed());
}

TEST_CASE("subresources: judged for what they add")
{
    CHECK_FALSE(update(pod_with(1), pod_with(2), "resize").is_allowed());
    CHECK(update(pod_with(2), pod_with(2), "resize").is_allowed());
    auto debugged = pod_with(2);
    debugged["spec"]["ephemeralContainers"] = {{{"name", "debug"}, {"image", "busybox"}, {"args", {"sh"}}}};
    CHECK(update(pod_with(2), debugged, "ephemeralcontainers").is_allowed());
    CHECK(update(pod_with(1), pod_with(2), "binding").is_allowed());
}

TEST_CASE("gated pods: an update is judged for placement, that of others is not")
{
    auto old = pod_with(1);
    auto moved = old;
    moved["spec"]["nodeSelector"]["slicegate.dev/pool"] = "dedicated";
    CHECK(update(old, moved).is_allowed());
    moved["spec"]["schedulingGates"] = old["spec"]["schedulingGates"] = {{{"name", "wait"}}};
    CHECK_FALSE(update(old, moved).is_allowed());
    moved["spec"].erase("schedulingGates");
    CHECK_FALSE(update(old, moved).is_allowed());
}

TEST_CASE("DaemonSets: an owner reference alone softens nothing")
{
    auto pod = pod_with(2);
    pod["metadata"]["ownerReferences"] = {{{"kind", "DaemonSet"}, {"controller", true}, {"name", "x"}}};
    CHECK_FALSE(create(pod, Stage::validate, "mallory").is_allowed());
    auto const made = create(pod, Stage::validate, "system:serviceaccount:kube-system:daemon-set-controller");
    CHECK(made.is_allowed());
    CHECK(made.warnings().size() == 1);
}

TEST_CASE("mirror pods: pass from a kubelet alone")
{
    auto pod = pod_with(2);
    pod["metadata"]["annotations"] = {{"kubernetes.io/config.mirror", "x"}};
    CHECK(create(pod, Stage::validate, "system:node:gpu-1").is_allowed());
    CHECK_FALSE(create(pod, Stage::validate, "jane").is_allowed());
}

TEST_CASE("memory resource: the declared memory becomes a limit, once")
{
    auto const policy = policy_of("  memoryResource: slicegate.dev/gpu-memory-mib\n");
    auto pod = pod_with(1);
    pod["metadata"]["annotations"] = {{"slicegate.dev/gpu-memory", "20Gi"}};
    auto const response = ask(Request{.object = pod}, Stage::mutate, policy);
    auto const patched = pod.patch(response.patch());
    CHECK(patched["spec"]["containers"][0]["resources"]["limits"]["slicegate.dev/gpu-memory-mib"] == "20480");
    CHECK(ask(Request{.object = patched}, Stage::mutate, policy).patch().empty());
}

TEST_CASE("namespaces: the first entry that matches changes what holds there")
{
    auto const policy = policy_of("  namespaces:\n"
                                  "  - {match: \"prod-*\", unlabelled: deny, rules: {single-slice: warn}}\n");
    auto pod = pod_with(2);
    pod["metadata"]["namespace"] = "prod-a";
    CHECK(ask(Request{.object = pod}, Stage::mutate, policy).is_allowed());
    pod["metadata"].erase("labels");
    CHECK_FALSE(ask(Request{.object = pod}, Stage::mutate, policy).is_allowed());
    pod["metadata"]["namespace"] = "dev";
    CHECK_FALSE(ask(Request{.object = pod}, Stage::mutate, policy).is_allowed());
}
