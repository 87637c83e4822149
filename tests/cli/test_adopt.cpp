// SPDX-License-Identifier: Apache-2.0
#include "cli/adopt_command.hpp"
#include "tests/cli/folder.hpp"
#include "tests/policy/support.hpp"

#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include <sstream>

using namespace slicegate::cli;
using nlohmann::json;
using slicegate::cli::test::Folder;

namespace {

struct Ran {
    int status;
    std::string out;
    std::string err;
};

Ran adopt_text(std::string_view text, std::string_view policy = {}, std::string const& name = "cluster.json")
{
    Folder const folder;
    std::ostringstream out;
    std::ostringstream err;
    AdoptOptions options{.file = folder.write(name, text), .config = {}};
    if (!policy.empty())
        options.config = folder.write("policy.yaml", policy);
    int const status = run_adopt(options, out, err);
    auto said = err.str();
    for (std::size_t at = 0; (at = said.find(folder.path() + '/')) != std::string::npos;)
        said.erase(at, folder.path().size() + 1);
    return {status, out.str(), said};
}

Ran adopt(std::vector<json> const& items, std::string_view policy = {})
{
    return adopt_text(json{{"apiVersion", "v1"}, {"kind", "List"}, {"items", items}}.dump(2), policy);
}

struct PodWords {
    std::string namespace_ = "team-a";
    std::string node = "gpu-1";
    std::string label;  // none where empty
    std::string resource = "nvidia.com/gpu";
};

json pod(std::string const& name, PodWords const& words = {})
{
    json made = {
        {"apiVersion", "v1"},
        {"kind", "Pod"},
        {"metadata", {{"name", name}, {"namespace", words.namespace_}, {"uid", "u-" + name}}},
        {"spec",
         {{"nodeName", words.node},
          {"containers", {{{"name", "main"}, {"resources", {{"limits", {{words.resource, "1"}}}}}}}}}},
        {"status", {{"phase", "Running"}}}};
    if (!words.label.empty())
        made["metadata"]["labels"] = {{"slicegate.dev/gpu", words.label}};
    return made;
}

json node(std::string const& name, json const& labels)
{
    return {{"apiVersion", "v1"}, {"kind", "Node"}, {"metadata", {{"name", name}, {"labels", labels}}}};
}

json with(json object, std::string const& pointer, json const& value)
{
    object[json::json_pointer(pointer)] = value;
    return object;
}

json const gpu_1 = node("gpu-1", {{"slicegate.dev/pool", "dedicated"}, {"kubernetes.io/hostname", "gpu-1"}});

std::string label(std::string const& full_name, std::string const& key = "slicegate.dev/gpu")
{
    auto const slash = full_name.find('/');
    return "kubectl label -n " + full_name.substr(0, slash) + " pod " + full_name.substr(slash + 1) + ' ' +
           key + "=share\n";
}

std::string const daemon_owner =
    R"([{"apiVersion":"apps/v1","kind":"DaemonSet","name":"agent","uid":"1","controller":true}])";
std::string const policy_head = "apiVersion: slicegate.dev/v1alpha1\nkind: GpuPolicy\nspec:\n";

}  // namespace

TEST_CASE("adopt: a GPU pod without the label is labelled, by name and namespace")
{
    auto const ran = adopt({pod("trainer-0"), gpu_1});
    CHECK(ran.out == label("team-a/trainer-0"));
    CHECK(ran.err == "1 GPU pod, 1 without the label slicegate.dev/gpu; 1 node\n");
    CHECK(ran.status == 0);
}

TEST_CASE("adopt: who is adopted and who is not")
{
    struct Case {
        std::string name;
        json pod;
        bool is_adopted;
    };
    json const over = with(
        with(pod("p"), "/metadata/deletionTimestamp", "2026-01-01T00:00:00Z"),
        "/metadata/deletionGracePeriodSeconds", 0);
    std::vector<Case> const cases = {
        {"running", pod("p"), true},
        {"pending", with(pod("p", {.node = ""}), "/status/phase", "Pending"), true},
        {"MIG", pod("p", {.resource = "nvidia.com/mig-1g.10gb"}), true},
        {"a DaemonSet's", with(pod("p"), "/metadata/ownerReferences", json::parse(daemon_owner)), true},
        {"a GPU in an init container alone",
         with(
             with(pod("p", {.resource = "cpu"}), "/spec/initContainers/0/name", "first"),
             "/spec/initContainers/0/resources/limits", {{"nvidia.com/gpu", 1}}),
         true},
        {"being deleted, still running",
         with(
             with(pod("p"), "/metadata/deletionTimestamp", "2026-01-01T00:00:00Z"),
             "/metadata/deletionGracePeriodSeconds", 30),
         true},
        {"being deleted, held by a finalizer alone", over, false},
        {"succeeded", with(pod("p"), "/status/phase", "Succeeded"), false},
        {"failed", with(pod("p"), "/status/phase", "Failed"), false},
        {"no GPU", pod("p", {.resource = "cpu"}), false},
        {"zero GPUs", with(pod("p"), "/spec/containers/0/resources/limits/nvidia.com~1gpu", "0"), false},
        {"share", pod("p", {.label = "share"}), false},
        {"dedicate", pod("p", {.label = "dedicate"}), false},
        {"a word that is none, yet repels", pod("p", {.label = "dedicated"}), false},
        {"exempt", pod("p", {.namespace_ = "kube-system"}), false},
    };
    for (auto const& [name, object, is_adopted] : cases) {
        DYNAMIC_SECTION(name)
        {
            auto const ran = adopt({object, gpu_1});
            CHECK(ran.out == (is_adopted ? label("team-a/p") : ""));
            CHECK(ran.status == 0);
        }
    }
}

TEST_CASE("adopt: what it prints is admitted by the server")
{
    auto const before = pod("trainer");
    auto after = before;
    after["metadata"]["labels"] = {{"slicegate.dev/gpu", "share"}};
    auto body = slicegate::policy::test::review_for({.object = after, .old = before, .operation = "UPDATE"});
    slicegate::policy::Scratch scratch;
    auto const policy = slicegate::policy::make_default_policy();
    auto const answer = slicegate::policy::admit(body, slicegate::policy::Stage::validate, policy, scratch);
    CHECK(answer.outcome.verdict == slicegate::policy::Verdict::allowed);
    CHECK(answer.outcome.violations.empty());
}

TEST_CASE("adopt: the label's key, the resources and the exempt namespaces are the policy's")
{
    auto const ran = adopt(
        {pod("own", {.resource = "example.com/gpu"}), pod("other"),
         pod("agent", {.namespace_ = "monitoring", .resource = "example.com/gpu"}), gpu_1},
        policy_head + "  label: acme.dev/gpu\n  gpus: [{resources: [example.com/gpu], maxPerPod: 1}]\n"
                      "  exempt: {namespaces: [monitoring]}\n");
    CHECK(ran.out == label("team-a/own", "acme.dev/gpu"));
    CHECK(ran.status == 0);
}

TEST_CASE("adopt: where the default is not share, it says what a running pod cannot become")
{
    auto const ran = adopt(
        {pod("a", {.namespace_ = "prod-1"}), pod("b", {.namespace_ = "strict"}), pod("c"), gpu_1},
        policy_head + "  namespaces:\n  - {match: prod-*, unlabelled: dedicate}\n"
                      "  - {match: strict, unlabelled: deny}\n");
    CHECK(ran.out == label("prod-1/a") + label("strict/b") + label("team-a/c"));
    CHECK(
        ran.err == "adopted as share, though dedicate is the default there: prod-1/a\n"
                   "  why: placement does not follow a label that is added to a running pod\n"
                   "  fix: let these pods be made anew where they are to have a card alone\n"
                   "adopted as share, though a word of their own is demanded there: strict/b\n"
                   "  fix: put slicegate.dev/gpu: share or dedicate into their pod templates\n"
                   "3 GPU pods, 3 without the label slicegate.dev/gpu; 1 node\n");
    CHECK(ran.status == 0);
}

TEST_CASE("adopt: a mirror pod is labelled, and its manifest named as what must carry the label")
{
    auto const ran = adopt(
        {with(pod("monitor-gpu-1"), "/metadata/annotations", {{"kubernetes.io/config.mirror", "x"}}), gpu_1});
    CHECK(ran.out == label("team-a/monitor-gpu-1"));
    CHECK(
        ran.err ==
        "static pods: team-a/monitor-gpu-1 on gpu-1\n"
        "  why: the kubelet makes their mirror pods anew without a label that only kubectl has set\n"
        "  fix: beside the command, put slicegate.dev/gpu: share into the labels of the manifest on the "
        "node\n"
        "1 GPU pod, 1 without the label slicegate.dev/gpu; 1 node\n");
    CHECK(ran.status == 0);
}

TEST_CASE("adopt: a dedicated pod that is not alone breaks the promise of its node")
{
    auto const ran = adopt(
        {pod("web", {.namespace_ = "team-b"}), pod("trainer", {.label = "dedicate"}),
         pod("second", {.label = "dedicate"}), pod("old", {.namespace_ = "team-c", .label = "share"}),
         gpu_1});
    CHECK(ran.out == label("team-b/web"));
    CHECK(
        ran.err ==
        "node gpu-1: team-a/trainer is dedicated, but beside it run team-b/web, team-a/second (dedicated "
        "too), team-c/old\n"
        "  why: these were placed before their labels could keep them apart, or past slicegate\n"
        "  fix: once every GPU pod has its label, delete the others: their controllers make them anew "
        "elsewhere\n"
        "4 GPU pods, 1 without the label slicegate.dev/gpu; 1 node\n");
    CHECK(ran.status == 1);
}

TEST_CASE("adopt: neighbours that do not break it")
{
    struct Case {
        std::string name;
        json neighbour;
    };
    std::vector<Case> const cases = {
        {"another node", pod("b", {.node = "gpu-2"})},
        {"not placed yet", pod("b", {.node = ""})},
        {"has run", with(pod("b"), "/status/phase", "Succeeded")},
        {"no GPU", pod("b", {.resource = "cpu"})},
        {"exempt", pod("b", {.namespace_ = "kube-system"})},
    };
    for (auto const& [name, neighbour] : cases) {
        DYNAMIC_SECTION(name)
        {
            CHECK(adopt({pod("a", {.label = "dedicate"}), neighbour, gpu_1}).status == 0);
        }
    }
    CHECK(adopt({pod("a", {.label = "dedicate"}), pod("b", {.label = "share"}), gpu_1}).status == 1);
}

TEST_CASE("adopt: shared pods beside each other keep every promise")
{
    CHECK(adopt({pod("a"), pod("b", {.label = "share"}), gpu_1}).status == 0);
}

TEST_CASE("adopt: a node of a pool without the label of its name is named")
{
    auto const ran = adopt(
        {node("gpu-1", {{"slicegate.dev/pool", "dedicated"}}),
         node("gpu-2", {{"slicegate.dev/pool", "dedicated"}}), node("cpu-1", {{"kubernetes.io/os", "linux"}}),
         gpu_1});
    CHECK(ran.out.empty());
    CHECK(
        ran.err ==
        "no label kubernetes.io/hostname: gpu-1, gpu-2\n"
        "  why: the scheduler passes over the anti-affinity of dedicated pods on a node without it\n"
        "  fix: kubectl label node NAME kubernetes.io/hostname=NAME\n"
        "0 GPU pods, 0 without the label slicegate.dev/gpu; 4 nodes\n");
    CHECK(ran.status == 1);
}

TEST_CASE("adopt: pods alone will do, and it says what it could not see")
{
    auto const ran = adopt({pod("a")});
    CHECK(ran.out == label("team-a/a"));
    CHECK(
        ran.err == "no nodes among the input: whether they have kubernetes.io/hostname is not known (kubectl "
                   "get pods,nodes -A "
                   "-o json)\n"
                   "1 GPU pod, 1 without the label slicegate.dev/gpu; 0 nodes\n");
    CHECK(ran.status == 0);
}

TEST_CASE("adopt: several documents, Lists of one kind and YAML are read alike")
{
    json bare = pod("a");
    bare.erase("kind");
    bare.erase("apiVersion");
    auto const list = R"({"kind":"PodList","apiVersion":"v1","items":[)" + bare.dump() + "]}";
    auto const ran = adopt_text(list + "\n" + pod("b").dump() + gpu_1.dump());
    CHECK(ran.out == label("team-a/a") + label("team-a/b"));
    auto const yaml = adopt_text(
        "apiVersion: v1\nkind: List\nitems:\n- " + pod("c").dump() + "\n---\n" + pod("d").dump() + '\n', {},
        "cluster.yaml");
    CHECK(yaml.out == label("team-a/c") + label("team-a/d"));
}

TEST_CASE("adopt: an empty namespace is well, an empty input is none")
{
    CHECK(adopt({}).status == 0);
    auto const ran = adopt_text(" \n");
    CHECK(ran.status == 2);
    CHECK(ran.err.starts_with("cluster.json:"));
    CHECK(ran.err.find("is empty: it holds neither pods nor nodes") != std::string::npos);
}

TEST_CASE("adopt: what cannot be read is named, the rest is adopted, and the status is 2")
{
    auto const broken = with(pod("b"), "/spec/containers", "none");
    auto const ran = adopt({broken, pod("a", {.label = "dedicate"}), pod("c"), gpu_1});
    CHECK(ran.out == label("team-a/c"));
    CHECK(ran.err.find("pod b: ") != std::string::npos);
    CHECK(ran.status == 2);
    CHECK(adopt_text("{\"kind\": ").status == 2);
    CHECK(adopt({pod("a")}, "kind: Other\n").status == 2);
}

TEST_CASE("adopt: no name becomes a word of the shell's")
{
    for (std::string const name : {"a; reboot", "$(reboot)", "-x", "a\nreboot", "a'b", ""}) {
        CAPTURE(name);
        auto const ran = adopt({pod(name), pod("b", {.namespace_ = "x y"}), pod("c")});
        CHECK(ran.out == label("team-a/c"));
        CHECK(ran.status == 2);
    }
}

TEST_CASE("adopt: many names in one line are counted, not listed")
{
    std::vector<json> items = {pod("trainer", {.label = "dedicate"})};
    for (int i = 0; i < 20; ++i)
        items.push_back(pod("p" + std::to_string(i), {.label = "share"}));
    auto const ran = adopt(items);
    CHECK(ran.err.find("team-a/p7 and 12 more\n") != std::string::npos);
}
