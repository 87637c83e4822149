// SPDX-License-Identifier: Apache-2.0
#include "policy/cards.hpp"
#include "policy/policy_file.hpp"
#include "policy/render_policy.hpp"
#include "policy/rules.hpp"

#include <catch2/catch_test_macros.hpp>

#include <string>
#include <vector>

using namespace slicegate;
using namespace slicegate::policy;

namespace {

// A whole file around the lines of a spec: the first of `spec` is line 4, indented by two.
std::string with_spec(std::string_view spec)
{
    return "apiVersion: slicegate.dev/v1alpha1\nkind: GpuPolicy\nspec:\n" + std::string(spec) + "\n";
}

// Three groups of a hundred resources each.
std::string many_groups()
{
    std::string groups;
    for (int i = 0; i < 300; ++i) {
        if (i % 100 == 0)
            groups += std::string(i == 0 ? "" : "]}, ") + "{resources: [";
        groups += (i % 100 == 0 ? "a.b/c" : ", a.b/c") + std::to_string(i);
    }
    return groups + "]}";
}

std::string error_of(std::string const& yaml)
{
    auto const policy = parse_policy(yaml);
    if (policy)
        return "accepted";
    CHECK(policy.error().code == Errc::bad_policy);
    return policy.error().message;
}

Policy parsed(std::string const& yaml)
{
    auto const policy = parse_policy(yaml);
    INFO((policy ? std::string() : policy.error().message));
    REQUIRE(policy.has_value());
    return *policy;
}

std::string all_cards()
{
    std::string keys;
    for (Card const& card : cards())
        (keys += keys.empty() ? "" : ", ") += card.key;
    return keys;
}

struct Case {
    char const* name;
    std::string yaml;
    std::string expected;
};

void expect_errors(std::vector<Case> const& cases)
{
    for (Case const& row : cases)
        DYNAMIC_SECTION(row.name)
        {
            CHECK(error_of(row.yaml) == row.expected);
        }
}

}  // namespace

TEST_CASE("parse_policy: an empty spec is the default policy")
{
    CHECK(parsed(with_spec("  {}")) == make_default_policy());
    CHECK(parsed("apiVersion: slicegate.dev/v1alpha1\nkind: GpuPolicy\n") == make_default_policy());
}

TEST_CASE("parse_policy: every field of a full file arrives")
{
    auto const policy = parsed(R"(apiVersion: slicegate.dev/v1alpha1
kind: GpuPolicy
metadata: {name: team-gpus, namespace: slicegate-system, labels: {a: b}, annotations: {c: d}}
spec:
  label: example.com/gpu-access
  unlabelled: dedicate
  gpus:
  - resources: [amd.com/gpu, gpu.intel.com/i915]
    maxPerPod: 2
  - resources: ["nvidia.com/mig-*"]
  pools:
  - name: shared
    access: share
    nodeSelector: {example.com/pool: s, zone: "1"}
  - name: own
    access: dedicate
    nodeSelector: {example.com/pool: ""}
    reserved: true
    cardsPerNode: 8
    card: h100-sxm
    sharing: {mechanism: timeSlicing, replicas: 4}
    maxPerPod: 3
  workloads:
  - {group: kubeflow.org, kind: PyTorchJob, templates: ["spec.pytorchReplicaSpecs.*.template"]}
  - {group: "", kind: PodTemplate, templates: [template]}
  rules: {single-slice: off, node-name: "audit"}
  exempt:
    namespaces: [kube-system, "gpu-*"]
    users: ["system:serviceaccount:gpu-operator:*", "system:serviceaccount:kube-system:gpu-thing"]
  help: 'see: "https://wiki.example.com/gpus#a", ask team « gpu »'
  schedulers: [default-scheduler, volcano]
  namespaces:
  - {match: "prod-*", unlabelled: deny, rules: {node-name: warn}}
  - {match: "*", unlabelled: share}
  hideGpus: true
  memoryResource: slicegate.dev/gpu-memory-mib
  logLevel: debug
)");
    Policy expected = make_default_policy();
    expected.name = "team-gpus";
    expected.label = "example.com/gpu-access";
    expected.unlabelled = Unlabelled::dedicate;
    expected.gpus = {
        {.resources = {"amd.com/gpu", "gpu.intel.com/i915"}, .max_per_pod = 2},
        {.resources = {"nvidia.com/mig-*"}, .max_per_pod = std::nullopt}};
    expected.pools = {
        {.name = "shared",
         .access = Access::share,
         .node_selector = {{.key = "example.com/pool", .value = "s"}, {.key = "zone", .value = "1"}}},
        {.name = "own",
         .access = Access::dedicate,
         .node_selector = {{.key = "example.com/pool", .value = ""}},
         .reserved = Reservation::soft,
         .cards_per_node = 8,
         .card = find_card("h100-sxm"),
         .sharing = {.mechanism = Mechanism::time_slicing, .replicas = 4},
         .max_per_pod = 3}};
    for (std::size_t i = 0; i < rules().size(); ++i) {
        if (rules()[i].id == "single-slice")
            expected.actions[i] = Action::off;
        if (rules()[i].id == "node-name")
            expected.actions[i] = Action::audit;
    }
    std::vector<std::optional<Action>> actions(rules().size());
    for (std::size_t i = 0; i < rules().size(); ++i)
        if (rules()[i].id == "node-name")
            actions[i] = Action::warn;
    expected.workloads = {
        {.group = "kubeflow.org",
         .kind = "PyTorchJob",
         .resource = "pytorchjobs",
         .templates = {{.steps = {"spec", "pytorchReplicaSpecs", "*", "template"}}}},
        {.group = "",
         .kind = "PodTemplate",
         .resource = "podtemplates",
         .templates = {{.steps = {"template"}}}}};
    expected.schedulers = {"default-scheduler", "volcano"};
    expected.namespaces = {
        {.match = "prod-*", .unlabelled = Unlabelled::deny, .actions = actions},
        {.match = "*", .unlabelled = Unlabelled::share}};
    expected.hide_gpus = true;
    expected.memory_resource = "slicegate.dev/gpu-memory-mib";
    expected.log_level = LogLevel::debug;
    expected.exempt = {
        .namespaces = {"kube-system", "gpu-*"},
        .users = {"system:serviceaccount:gpu-operator:*", "system:serviceaccount:kube-system:gpu-thing"}};
    expected.help = "see: \"https://wiki.example.com/gpus#a\", ask team « gpu »";
    make_variants(expected);
    CHECK(render_policy(policy) == render_policy(expected));
    CHECK(policy == expected);
}

TEST_CASE("parse_policy: a pool without a nodeSelector is selected by its name")
{
    auto const policy = parsed(with_spec("  pools: [{name: a100, access: dedicate, reserved: true}]"));
    REQUIRE(policy.pools.size() == 1);
    CHECK(
        policy.pools[0].node_selector == std::vector<Label>{{.key = "slicegate.dev/pool", .value = "a100"}});
}

TEST_CASE("parse_policy: pools may be none at all, and lists replace their defaults")
{
    CHECK(parsed(with_spec("  pools: []")).pools.empty());
    CHECK(parsed(with_spec("  exempt: {namespaces: []}")).exempt.namespaces.empty());
    CHECK(
        parsed(with_spec("  exempt: {users: [jane]}")).exempt.namespaces ==
        std::vector<std::string>{"kube-system"});
}

TEST_CASE("parse_policy: fields are named by line and path, with the nearest right word")
{
    expect_errors({
        {"field", with_spec("  pools:\n  - name: a\n    acces: share"),
         "line 5: spec.pools[0]: the field access is missing\n"
         "line 6: spec.pools[0].acces: unknown field; did you mean access?"},
        {"nothing near", with_spec("  exempt: {groups: [a]}"),
         "line 4: spec.exempt.groups: unknown field; there are namespaces, users"},
        {"case", with_spec("  Label: a"), "line 4: spec.Label: unknown field; did you mean label?"},
        {"top", "apiVersion: slicegate.dev/v1alpha1\nkind: GpuPolicy\nspecs: {}\n",
         "line 3: specs: unknown field; did you mean spec?"},
        {"no version", "spec: {}\n",
         "line 1: the field apiVersion is missing\nline 1: the field kind is missing"},
        {"version", "apiVersion: slicegate.dev/v1\nkind: GpuPolicy\n",
         "line 1: apiVersion: must be one of slicegate.dev/v1alpha1, is slicegate.dev/v1; did you mean "
         "slicegate.dev/v1alpha1?"},
        {"kind", "apiVersion: slicegate.dev/v1alpha1\nkind: ConfigMap\n",
         "line 2: kind: must be one of GpuPolicy, is ConfigMap"},
        {"name", "apiVersion: slicegate.dev/v1alpha1\nkind: GpuPolicy\nmetadata: {name: A_b}\n",
         "line 3: metadata.name: \"A_b\" is no object name: lower-case letters, digits, '-' and '.'"},
        {"word", with_spec("  unlabelled: shared"),
         "line 4: spec.unlabelled: must be one of share, dedicate, deny, is shared; did you mean share?"},
        {"word of another kind", with_spec("  unlabelled: [share]"),
         "line 4: spec.unlabelled: must be one of share, dedicate, deny, is a list"},
        {"rule", with_spec("  rules:\n    single_slice: warn"),
         "line 5: spec.rules.single_slice: there is no such rule; did you mean single-slice?"},
        {"action", with_spec("  rules: {single-slice: warning}"),
         "line 4: spec.rules.single-slice: must be one of deny, warn, audit, off, is warning; did you mean "
         "warn?"},
        {"off as a boolean", with_spec("  rules: {single-slice: false}"),
         "line 4: spec.rules.single-slice: must be one of deny, warn, audit, off, is false; some tools write "
         "off "
         "without quotes as false: write \"off\""},
        {"null", with_spec("  label:"),
         "line 4: spec.label: has no value; leave the field out for its default"},
        {"null spec", with_spec(""), "line 3: spec: has no value; leave the field out for its default"},
        {"duplicate", with_spec("  label: a\n  label: b"),
         "line 5: spec.label: given twice; it is on line 4 already"},
        {"duplicate, quoted",
         with_spec("  pools:\n  - {name: a, access: share, nodeSelector: {k: a, \"k\": b}}"),
         "line 5: spec.pools[0].nodeSelector.k: given twice; it is on line 5 already"},
        {"no mapping", with_spec("  [label]"), "line 3: spec: must be a mapping of fields, is a list"},
        {"no list", with_spec("  gpus: {resources: [a]}"), "line 4: spec.gpus: must be a list, is a mapping"},
    });
}

TEST_CASE("parse_policy: scalars of the wrong type are refused")
{
    auto const pool = [](std::string_view more) {
        return with_spec("  pools:\n  - {name: a, access: dedicate, " + std::string(more) + "}");
    };
    auto const cards = [&](std::string const& is) {
        return "line 5: spec.pools[0].cardsPerNode: must be a whole number from 1 to 1024 in decimal digits, "
               "is " +
               is;
    };
    expect_errors({
        {"yes", pool("reserved: yes"), "line 5: spec.pools[0].reserved: must be true, false or hard, is yes"},
        {"quoted true", pool("reserved: \"true\""),
         "line 5: spec.pools[0].reserved: must be true, false or hard, is \"true\""},
        {"quoted number", pool("cardsPerNode: \"2\""), cards("\"2\"")},
        {"zero", pool("cardsPerNode: 0"), cards("0")},
        {"negative", pool("cardsPerNode: -1"), cards("-1")},
        {"hexadecimal", pool("cardsPerNode: 0x10"), cards("0x10")},
        {"exponent", pool("cardsPerNode: 1e3"), cards("1e3")},
        {"fraction", pool("cardsPerNode: 1.0"), cards("1.0")},
        {"octal", pool("cardsPerNode: 010"), cards("010")},
        {"underscore", pool("cardsPerNode: 1_0"), cards("1_0")},
        {"past the limit", pool("cardsPerNode: 1025"), cards("1025")},
        {"past 64 bits", pool("cardsPerNode: 18446744073709551617"), cards("18446744073709551617")},
        {"list", pool("cardsPerNode: [1]"), cards("a list")},
        {"number as text", pool("nodeSelector: {a: 1}"),
         "line 5: spec.pools[0].nodeSelector.a: must be text, but YAML takes 1 for something else; write "
         "\"1\""},
        {"boolean as text", pool("nodeSelector: {a: on}"),
         "line 5: spec.pools[0].nodeSelector.a: must be text, but YAML takes on for something else; write "
         "\"on\""},
        {"list as text", with_spec("  label: [a]"), "line 4: spec.label: must be text, is a list"},
        {"empty item", with_spec("  exempt: {users: [~]}"),
         "line 4: spec.exempt.users[0]: must be text, is empty"},
    });
}

TEST_CASE("parse_policy: the label is a key that pods may carry for slicegate")
{
    expect_errors({
        {"shape", with_spec("  label: a/b/c"),
         "line 4: spec.label: \"a/b/c\" is no label key: an optional DNS prefix and '/', then 1 to 63 "
         "letters, "
         "digits, '-', '_' and '.'"},
        {"kept", with_spec("  label: node.kubernetes.io/gpu"),
         "line 4: spec.label: the prefixes kubernetes.io and k8s.io are kept for Kubernetes itself; take one "
         "of "
         "your own"},
        {"pool", with_spec("  label: slicegate.dev/pool"),
         "line 4: spec.label: slicegate.dev/pool has a meaning of its own on pods; take another key"},
    });
}

TEST_CASE("parse_policy: GPU resources are extended resources, each counted once")
{
    std::string const names =
        "the name of an extended resource, such as nvidia.com/gpu, or its beginning and *, "
        "such as nvidia.com/mig-*";
    expect_errors({
        {"none", with_spec("  gpus: []"),
         "line 4: spec.gpus: is empty, so nothing would be judged; leave the field out for its default"},
        {"no names", with_spec("  gpus: [{resources: []}]"),
         "line 4: spec.gpus[0].resources: is empty; name at least one resource"},
        {"left out", with_spec("  gpus: [{maxPerPod: 1}]"),
         "line 4: spec.gpus[0]: the field resources is missing"},
        {"native", with_spec("  gpus: [{resources: [cpu]}]"),
         "line 4: spec.gpus[0].resources[0]: \"cpu\" is not " + names},
        {"kubernetes.io", with_spec("  gpus: [{resources: [kubernetes.io/gpu]}]"),
         "line 4: spec.gpus[0].resources[0]: \"kubernetes.io/gpu\" is not " + names},
        {"star alone", with_spec("  gpus: [{resources: [\"*\"]}]"),
         "line 4: spec.gpus[0].resources[0]: \"*\" is not " + names},
        {"star inside", with_spec("  gpus: [{resources: [\"nvidia.com/*-gpu\"]}]"),
         "line 4: spec.gpus[0].resources[0]: \"nvidia.com/*-gpu\" is not " + names},
        {"star in the prefix", with_spec("  gpus: [{resources: [\"nvidia*\"]}]"),
         "line 4: spec.gpus[0].resources[0]: \"nvidia*\" is not " + names},
        {"twice in a group", with_spec("  gpus: [{resources: [a.b/c, a.b/c]}]"),
         "line 4: spec.gpus[0].resources[1]: \"a.b/c\" is given twice"},
        {"in two groups", with_spec("  gpus:\n  - resources: [a.b/c]\n  - resources: [a.b/c]"),
         "line 6: spec.gpus[1]: a.b/c would be counted twice: a.b/c in spec.gpus[0] covers the same name"},
        {"covered by a star", with_spec("  gpus:\n  - resources: [\"a.b/*\"]\n  - resources: [a.b/c]"),
         "line 6: spec.gpus[1]: a.b/c would be counted twice: a.b/* in spec.gpus[0] covers the same name"},
        {"star over star", with_spec("  gpus: [{resources: [\"a.b/mig-1*\", \"a.b/mig-*\"]}]"),
         "line 4: spec.gpus[0]: a.b/mig-* would be counted twice: a.b/mig-1* in spec.gpus[0] covers the same "
         "name"},
        {"too many", with_spec("  gpus: [" + many_groups() + "]"),
         "line 4: spec.gpus: has 300 resources, at most 256 are allowed"},
        {"no limit", with_spec("  gpus: [{resources: [a.b/c], maxPerPod: 0}]"),
         "line 4: spec.gpus[0].maxPerPod: must be a whole number from 1 to 1000000 in decimal digits, is 0"},
    });
}

TEST_CASE("parse_policy: pools have names, selectors that cannot meet, and reservations that can be kept")
{
    auto const two = [](std::string_view a, std::string_view b) {
        return with_spec(
            "  pools:\n  - {name: a, access: share, nodeSelector: " + std::string(a) +
            "}\n  - {name: b, access: dedicate, nodeSelector: " + std::string(b) + "}");
    };
    std::string const overlap =
        "line 6: spec.pools[1].nodeSelector: overlaps with that of spec.pools[0] (a): a node "
        "can match both; give one key a value of its own in each";
    expect_errors({
        {"same name", with_spec("  pools:\n  - {name: a, access: share}\n  - {name: a, access: dedicate}"),
         "line 6: spec.pools[1].name: a is the name of spec.pools[0] already"},
        {"bad name", with_spec("  pools: [{name: -a, access: share}]"),
         "line 4: spec.pools[0].name: \"-a\" is no label value, which it must be for pods to choose the pool "
         "by it: "
         "1 to 63 letters, digits, '-', '_' and '.', a letter or digit first and last"},
        {"same selector", two("{k: x}", "{k: x}"), overlap},
        {"different keys", two("{k: x}", "{l: x}"), overlap},
        {"one narrower", two("{k: x}", "{k: x, l: v}"), overlap},
        {"apart in one key of two", two("{k: x, l: v}", "{k: z, l: v}"), "accepted"},
        {"empty selector", with_spec("  pools: [{name: a, access: share, nodeSelector: {}}]"),
         "line 4: spec.pools[0].nodeSelector: is empty and would select every node; leave the field out for "
         "slicegate.dev/pool: <name>"},
        {"bad key", with_spec("  pools: [{name: a, access: share, nodeSelector: {\"a b\": c}}]"),
         "line 4: spec.pools[0].nodeSelector[a b]: the key is no label key: an optional DNS prefix and '/', "
         "then 1 to "
         "63 letters, digits, '-', '_' and '.'"},
        {"bad value", with_spec("  pools: [{name: a, access: share, nodeSelector: {a.b/c: d e}}]"),
         "line 4: spec.pools[0].nodeSelector[a.b/c]: \"d e\" is no label value: at most 63 letters, digits, "
         "'-', '_' "
         "and '.', a letter or digit first and last"},
        {"reserved for sharing", with_spec("  pools:\n  - name: a\n    access: share\n    reserved: true"),
         "line 7: spec.pools[0].reserved: only a pool with access: dedicate can be reserved"},
        {"reserved by two keys",
         with_spec("  pools:\n  - {name: a, access: dedicate, reserved: true, nodeSelector: {k: x, l: v}}"),
         "line 5: spec.pools[0].nodeSelector: a reserved pool is selected by one key alone; label its nodes "
         "for it"},
    });
}

TEST_CASE("parse_policy: exemptions cover neither everybody's workloads nor every namespace")
{
    std::string const controller =
        ", which creates the objects of everybody's workloads: none of them would be judged";
    std::string const first = "system:serviceaccount:kube-system:replicaset-controller" + controller;
    for (char const* pattern :
         {"*", "**", "system:*", "system:serviceaccount:*", "system:serviceaccount:kube-system:*",
          "*:replicaset-controller", "system:serviceaccount:kube-system:replicaset-controller",
          "*kube-system*"})
        DYNAMIC_SECTION(pattern)
        {
            CHECK(
                error_of(with_spec("  exempt: {users: [\"" + std::string(pattern) + "\"]}")) ==
                "line 4: spec.exempt.users[0]: covers " + first);
        }
    for (char const* user :
         {"system:serviceaccount:kube-system:deployment-controller",
          "system:serviceaccount:kube-system:statefulset-controller",
          "system:serviceaccount:kube-system:daemon-set-controller",
          "system:serviceaccount:kube-system:job-controller",
          "system:serviceaccount:kube-system:cronjob-controller",
          "system:serviceaccount:kube-system:replication-controller", "system:kube-controller-manager"})
        DYNAMIC_SECTION(user)
        {
            CHECK(
                error_of(with_spec("  exempt: {users: [\"" + std::string(user) + "\"]}")) ==
                "line 4: spec.exempt.users[0]: covers " + std::string(user) + controller);
        }
    expect_errors({
        {"every namespace", with_spec("  exempt: {namespaces: [\"*\"]}"),
         "line 4: spec.exempt.namespaces[0]: exempts every namespace: slicegate would judge nothing"},
        {"no namespace", with_spec("  exempt: {namespaces: [Kube]}"),
         "line 4: spec.exempt.namespaces[0]: \"Kube\" is not the name of a namespace, with * for any run of "
         "characters"},
        {"no user", with_spec("  exempt: {users: [\"\"]}"),
         "line 4: spec.exempt.users[0]: \"\" is not a user name, with * for any run of characters"},
    });
}

TEST_CASE("parse_policy: help is one bounded line")
{
    expect_errors({
        {"two lines", with_spec("  help: \"a\\nb\""),
         "line 4: spec.help: must be one line without control characters"},
        {"text direction", with_spec("  help: \"a\\u202Eb\""),
         "line 4: spec.help: must be one line without control characters"},
        {"long", with_spec("  help: " + std::string(513, 'h')),
         "line 4: spec.help: has 513 bytes, at most 512 are allowed"},
        {"longest", with_spec("  help: " + std::string(512, 'h')), "accepted"},
    });
}

TEST_CASE("parse_policy: ten problems are named in the order of the file, the rest are counted")
{
    std::string spec;
    for (int i = 0; i < 12; ++i)
        spec += "  f" + std::to_string(i) + ": 1\n";
    std::string const message = error_of(with_spec(spec));
    CHECK(message.starts_with("line 4: spec.f0: unknown field"));
    CHECK(message.find("line 13: spec.f9: ") != std::string::npos);
    CHECK(message.find("line 14") == std::string::npos);
    CHECK(message.ends_with("\nand 2 more"));
}

TEST_CASE("parse_policy: text from the file is bounded and escaped in messages")
{
    CHECK(error_of(with_spec("  \"a\\e[31m" + std::string(5000, 'b') + "\": 1")).size() < 300);
    CHECK(
        error_of(with_spec("  \"a\\e[31mred\": 1")) ==
        "line 4: spec[a\\u001b[31mred]: unknown field; there are label, unlabelled, gpus, pools, workloads, "
        "rules, "
        "exempt, schedulers, help, namespaces, hideGpus, memoryResource, logLevel");
}

TEST_CASE("parse_policy: a pool's sharing is one that the device plugin and the card have")
{
    auto const pool = [](std::string_view more) {
        return with_spec("  pools:\n  - {name: a, access: share, " + std::string(more) + "}");
    };
    expect_errors({
        {"card", pool("card: h100"),
         "line 5: spec.pools[0].card: there is no card h100; did you mean h100-sxm?"},
        {"card without a near one", pool("card: voodoo"),
         "line 5: spec.pools[0].card: there is no card voodoo; there are " + all_cards()},
        {"mechanism", pool("sharing: {mechanism: timeslicing, replicas: 2}"),
         "line 5: spec.pools[0].sharing.mechanism: must be one of none, timeSlicing, mps, migSingle, "
         "migMixed, vgpu, is "
         "timeslicing; did you mean timeSlicing?"},
        {"no mechanism", pool("sharing: {replicas: 2}"),
         "line 5: spec.pools[0].sharing: the field mechanism is missing"},
        {"no replicas", pool("sharing: {mechanism: mps}"),
         "line 5: spec.pools[0].sharing: the field replicas is missing: how many slices a card is cut into"},
        {"one replica", pool("sharing: {mechanism: timeSlicing, replicas: 1}"),
         "line 5: spec.pools[0].sharing.replicas: must be at least 2: the device plugin takes 1 for a "
         "mistake; for cards "
         "that are not shared write mechanism: none"},
        {"replicas without a use", pool("sharing: {mechanism: migMixed, replicas: 2}"),
         "line 5: spec.pools[0].sharing.replicas: is for timeSlicing and mps; with migMixed leave it out"},
        {"most MPS clients", pool("sharing: {mechanism: mps, replicas: 48}"), "accepted"},
        {"too many MPS clients", pool("sharing: {mechanism: mps, replicas: 49}"),
         "line 5: spec.pools[0].sharing.replicas: is 49, but MPS takes at most 48 clients a card"},
        {"too many for an old card", pool("card: v100-16gb, sharing: {mechanism: mps, replicas: 17}"),
         "line 5: spec.pools[0].sharing.replicas: is 17, but MPS takes at most 16 clients a card"},
        {"no MPS", pool("card: mi300x, sharing: {mechanism: mps, replicas: 2}"),
         "line 5: spec.pools[0].sharing: there is no MPS on AMD Instinct MI300X"},
        {"no MIG", pool("card: l4, sharing: {mechanism: migSingle}"),
         "line 5: spec.pools[0].sharing.mechanism: there is no MIG on NVIDIA L4; timeSlicing and mps share "
         "its cards"},
        {"MIG of a card that is not named", pool("sharing: {mechanism: migSingle}"), "accepted"},
        {"hard, for sharing", pool("reserved: hard"),
         "line 5: spec.pools[0].reserved: only a pool with access: dedicate can be reserved"},
    });
    CHECK(
        parsed(with_spec("  pools: [{name: a, access: dedicate, reserved: hard}]")).pools[0].reserved ==
        Reservation::hard);
}

TEST_CASE("parse_policy: workloads are kinds that are not judged anyway, with paths to their templates")
{
    auto const kind = [](std::string_view group, std::string_view name, std::string_view path) {
        return with_spec(
            "  workloads:\n  - {group: \"" + std::string(group) + "\", kind: " + std::string(name) +
            ", templates: [" + std::string(path) + "]}");
    };
    std::string const path = "a path of keys and *, such as spec.replicaSpecs.*.template";
    expect_errors({
        {"deployment", kind("apps", "Deployment", "spec.template"),
         "line 5: spec.workloads[0].kind: Deployment is judged without being listed; leave the entry out"},
        {"deployment of another group", kind("example.com", "Deployment", "spec.template"), "accepted"},
        {"version", kind("kubeflow.org/v1", "PyTorchJob", "spec.template"),
         "line 5: spec.workloads[0].group: \"kubeflow.org/v1\" is no API group: a DNS name without a "
         "version, such as "
         "kubeflow.org"},
        {"resource", kind("kubeflow.org", "pytorchjobs", "spec.template"),
         "line 5: spec.workloads[0].kind: pytorchjobs is no kind: letters and digits, a capital first, such "
         "as "
         "PyTorchJob"},
        {"underscore", kind("a.b", "Some_Kind", "spec.template"),
         "line 5: spec.workloads[0].kind: Some_Kind is no kind: letters and digits, a capital first, such as "
         "PyTorchJob"},
        {"hyphen at the end", kind("a.b", "Kind-", "spec.template"),
         "line 5: spec.workloads[0].kind: Kind- is no kind: letters and digits, a capital first, such as "
         "PyTorchJob"},
        {"kind whose plural is too long", kind("a.b", "K" + std::string(62, 'k'), "spec.template"),
         "line 5: spec.workloads[0].kind: is too long for its plural to be guessed; say resource, the plural "
         "in lower case (kubectl api-resources has it)"},
        {"resource in the singular's case",
         with_spec("  workloads: [{group: a.b, kind: C, resource: Cs, templates: [spec.template]}]"),
         "line 4: spec.workloads[0].resource: Cs is no resource: the plural in lower case, such as "
         "pytorchjobs (kubectl api-resources has it)"},
        {"no path", kind("a.b", "C", ""),
         "line 5: spec.workloads[0].templates: is empty; say where the kind has its pod "
         "templates"},
        {"empty step", kind("a.b", "C", "spec..template"),
         "line 5: spec.workloads[0].templates[0]: \"spec..template\" is not " + path},
        {"dot at the end", kind("a.b", "C", "spec."),
         "line 5: spec.workloads[0].templates[0]: \"spec.\" is not " + path},
        {"index", kind("a.b", "C", "\"spec.jobs[0].template\""),
         "line 5: spec.workloads[0].templates[0]: \"spec.jobs[0].template\" is not " + path},
        {"deep", kind("a.b", "C", "spec.*.*.*.*.*.*.*.*.*.*.*.*.*.*.*.*"),
         "line 5: spec.workloads[0].templates[0]: \"spec.*.*.*.*.*.*.*.*.*.*.*.*.*.*.*.*\" is not " + path},
        {"root", kind("a.b", "C", "specs.template"),
         "line 5: spec.workloads[0].templates: specs.template does not begin where templates are; did you "
         "mean spec?"},
        {"twice",
         with_spec("  workloads:\n  - {group: a.b, kind: C, templates: [spec]}\n  - {group: a.b, kind: C, "
                   "templates: [template]}"),
         "line 6: spec.workloads[1].kind: C of the same group is listed already; put all its templates into "
         "one entry"},
    });
}

TEST_CASE("parse_policy: a workload's resource is its kind's plural unless it is said")
{
    struct Case {
        char const* kind;
        char const* resource;
    };
    for (Case const& each :
         {Case{"RayCluster", "rayclusters"}, Case{"Policy", "policies"}, Case{"Process", "processes"}}) {
        auto const text = with_spec(
            "  workloads:\n  - {group: a.b, kind: " + std::string(each.kind) +
            ", templates: [spec.template]}");
        auto const policy = parse_policy(text);
        REQUIRE(policy.has_value());
        CHECK(policy->workloads.front().resource == each.resource);
    }
    auto const said =
        parse_policy(with_spec("  workloads: [{group: a.b, kind: Ox, resource: oxen, templates: [spec.x]}]"));
    REQUIRE(said.has_value());
    CHECK(said->workloads.front().resource == "oxen");
}

TEST_CASE("parse_policy: defaults by namespace can be reached and say something")
{
    expect_errors({
        {"nothing", with_spec("  namespaces: [{match: a}]"),
         "line 4: spec.namespaces[0]: changes nothing; give it unlabelled or rules"},
        {"no match", with_spec("  namespaces: [{unlabelled: deny}]"),
         "line 4: spec.namespaces[0]: the field match is missing"},
        {"no namespace", with_spec("  namespaces: [{match: a_b, unlabelled: deny}]"),
         "line 4: spec.namespaces[0].match: a_b is not the name of a namespace, with * for any run of "
         "characters"},
        {"rule", with_spec("  namespaces: [{match: a, rules: {nod-name: off}}]"),
         "line 4: spec.namespaces[0].rules.nod-name: there is no such rule; did you mean node-name?"},
        {"covered",
         with_spec("  namespaces:\n  - {match: \"prod-*\", unlabelled: deny}\n  - {match: \"prod-eu-*\", "
                   "unlabelled: share}"),
         "line 6: spec.namespaces[1].match: is never reached: prod-* in spec.namespaces[0] comes first and "
         "covers it"},
        {"narrower first",
         with_spec("  namespaces:\n  - {match: \"prod-eu-*\", unlabelled: deny}\n  - {match: "
                   "\"prod-*\", unlabelled: share}"),
         "accepted"},
    });
}

TEST_CASE("parse_policy: schedulers, the memory resource and the log level are checked")
{
    expect_errors({
        {"no scheduler", with_spec("  schedulers: []"),
         "line 4: spec.schedulers: is empty, so no scheduler might place GPU pods; leave the field out for "
         "its default"},
        {"scheduler", with_spec("  schedulers: [a b]"),
         "line 4: spec.schedulers[0]: \"a b\" is not the name of a scheduler"},
        {"memory", with_spec("  memoryResource: memory"),
         "line 4: spec.memoryResource: memory is not the name of an extended resource, such as "
         "slicegate.dev/gpu-memory-mib"},
        {"memory that is a GPU", with_spec("  memoryResource: nvidia.com/mig-memory"),
         "line 4: spec.memoryResource: nvidia.com/mig-memory is counted as a GPU by nvidia.com/mig-* in "
         "spec.gpus"},
        {"no memory", with_spec("  memoryResource: \"\""), "accepted"},
        {"flag", with_spec("  hideGpus: yes"), "line 4: spec.hideGpus: must be true or false, is yes"},
        {"level", with_spec("  logLevel: warning"),
         "line 4: spec.logLevel: must be one of debug, info, warn, error, is warning; did you mean warn?"},
    });
}
