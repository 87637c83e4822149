// SPDX-License-Identifier: Apache-2.0
#include "cli/lint.hpp"
#include "cli/render_registration.hpp"
#include "cli/run_lint.hpp"
#include "folder.hpp"

#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include <sstream>
#include <string>

using namespace slicegate;
using cli::LintOptions;

namespace {

struct Answer {
    int status;
    std::string out;
    std::string err;
};

Answer run(LintOptions const& options)
{
    std::ostringstream out;
    std::ostringstream err;
    int const status = cli::run_lint(options, out, err);
    return {status, out.str(), err.str()};
}

// "line field check" of each finding.
std::string list(LintOptions options)
{
    options.style = cli::Style::json;
    auto const answer = nlohmann::json::parse(run(options).out);
    std::string text;
    for (auto const& finding : answer["findings"])
        text += std::to_string(finding["line"].get<int>()) + ' ' + finding["field"].get<std::string>() + ' ' +
                finding["check"].get<std::string>() + '\n';
    return text;
}

std::string plugin(std::string const& text)
{
    cli::test::Folder const folder;
    return list({.device_plugins = {folder.write("plugin.yaml", text)}});
}

std::string limits(std::string const& item)
{
    cli::test::Folder const folder;
    return list(
        {.limit_ranges = {folder.write("limits.yaml", "kind: LimitRange\nspec:\n  limits:\n  - " + item)}});
}

std::string registrations(policy::Policy const& policy = policy::make_default_policy())
{
    cli::RegistrationTarget target;
    target.ca_bundle = "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCg==";
    return cli::render_registration(policy, policy::Stage::mutate, target) + "---\n" +
           cli::render_registration(policy, policy::Stage::validate, target);
}

std::string webhooks(std::string const& text)
{
    cli::test::Folder const folder;
    std::istringstream lines(list({.webhooks = {folder.write("webhooks.yaml", text)}}));
    std::string out;
    for (std::string line; std::getline(lines, line);)
        out += line.substr(line.find(' ') + 1) + '\n';  // their lines are many
    return out;
}

std::string indent(std::string const& text)
{
    std::istringstream lines(text);
    std::string out;
    for (std::string line; std::getline(lines, line);)
        out += "    " + line + '\n';
    return out;
}

std::string replace_first(std::string text, std::string_view from, std::string_view to)
{
    auto const at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

constexpr char const* shared = "version: v1\n"
                               "sharing:\n"
                               "  timeSlicing:\n"
                               "    failRequestsGreaterThanOne: true\n"
                               "    resources:\n"
                               "    - name: nvidia.com/gpu\n"
                               "      replicas: 4\n";

constexpr char const* pools = "apiVersion: slicegate.dev/v1alpha1\n"
                              "kind: GpuPolicy\n"
                              "spec:\n"
                              "  pools:\n"
                              "  - name: shared\n"
                              "    access: share\n"
                              "    card: h100-sxm\n"
                              "    sharing: {mechanism: timeSlicing, replicas: 4}\n";

std::string node(std::string const& labels, std::string const& taints = "[]")
{
    return R"({"kind": "Node", "metadata": {"name": "n1", "labels": {"slicegate.dev/pool": "shared")" +
           labels + R"(}}, "spec": {"taints": )" + taints + "}}";
}

std::string pool_nodes(std::string const& json)
{
    cli::test::Folder const folder;
    return list({.nodes = {folder.write("nodes.json", json)}, .config = folder.write("policy.yaml", pools)});
}

}  // namespace

TEST_CASE("policy lint: a sound installation has no findings")
{
    cli::test::Folder const folder;
    LintOptions const options{
        .device_plugins = {folder.write("plugin.yaml", shared)},
        .limit_ranges = {folder.write(
            "limits.json",
            R"({"kind": "LimitRangeList", "items": [{"spec": {"limits": [)"
            R"({"type": "Container", "max": {"cpu": "4"}, "default": {"nvidia.com/gpu": "0"}}]}}]})")},
        .webhooks = {folder.write("webhooks.yaml", registrations())},
        .nodes = {folder.write(
            "nodes.json",
            node(
                R"(, "nvidia.com/gpu.replicas": "4", "nvidia.com/gpu.sharing-strategy": "time-slicing",
                 "nvidia.com/gpu.product": "NVIDIA-H100-80GB-HBM3-SHARED")",
                R"([{"key": "nvidia.com/gpu", "effect": "NoSchedule"}])"))},
        .config = folder.write("policy.yaml", pools)};
    auto const answer = run(options);
    CHECK(answer.err.empty());
    // The registration is that of the compiled-in policy, which has a reserved pool; this policy has none.
    CHECK(list({.webhooks = options.webhooks}).empty());
    CHECK(list({.device_plugins = options.device_plugins, .config = options.config}).empty());
    CHECK(list({.limit_ranges = options.limit_ranges, .nodes = options.nodes, .config = options.config})
              .empty());
    CHECK(run({.webhooks = options.webhooks}).out == "2 objects looked at, 0 findings\n");
}

TEST_CASE("policy lint: says what, why and the fix, with the line")
{
    cli::test::Folder const folder;
    std::string const file = folder.write("plugin.yaml", replace_first(shared, "replicas: 4", "replicas: 1"));
    auto const answer = run({.device_plugins = {file}});
    CHECK(answer.status == 1);
    CHECK(
        answer.out == file + ":7: sharing.timeSlicing.resources[0].replicas: is 1\n"
                             "  why: the plugin takes less than 2 for a mistake and does not start, so its "
                             "nodes advertise no GPU\n"
                             "  fix: write 2 or more, or take the entry out for cards that are not shared\n"
                             "\n1 object looked at, 1 finding\n");
}

TEST_CASE("policy lint: the device plugin's traps")
{
    CHECK(plugin(shared).empty());
    CHECK(
        plugin(replace_first(shared, "    failRequestsGreaterThanOne: true\n", "")) ==
        "3 sharing.timeSlicing.failRequestsGreaterThanOne fail-requests\n");
    CHECK(
        plugin(replace_first(shared, "failRequests", "failRequest")) ==
        "4 sharing.timeSlicing.failRequestGreaterThanOne unknown-field\n"
        "3 sharing.timeSlicing.failRequestsGreaterThanOne fail-requests\n");
    CHECK(
        plugin(std::string(shared) + "      rename: nvidia.com/gpu.shared\n      devices: [0]\n") ==
        "8 sharing.timeSlicing.resources[0].rename ignored-field\n"
        "9 sharing.timeSlicing.resources[0].devices ignored-field\n");
    CHECK(
        plugin(replace_first(shared, "nvidia.com/gpu", "nvidia.com/mig-1g.10gb")) ==
        "6 sharing.timeSlicing.resources[0].name uncounted-resource\n");
    std::string const mps = replace_first(shared, "timeSlicing", "mps");
    CHECK(plugin(replace_first(mps, "    failRequestsGreaterThanOne: true\n", "")).empty());
    CHECK(
        plugin(replace_first(mps, "replicas: 4", "replicas: 49") + "flags: {migStrategy: mixed}\n") ==
        "7 sharing.mps.resources[0].replicas mps\n8 flags.migStrategy mps\n");
    CHECK(
        plugin(std::string(shared) + "  mps: {resources: [{name: gpu, replicas: 2}]}\n") ==
        "2 sharing both-mechanisms\n");
}

TEST_CASE("policy lint: a renamed resource that the policy does not count")
{
    cli::test::Folder const folder;
    auto const config = folder.write(
        "policy.yaml", "apiVersion: slicegate.dev/v1alpha1\nkind: GpuPolicy\nspec:\n"
                       "  gpus: [{resources: [nvidia.com/gpu], maxPerPod: 1}]\n");
    auto const renamed = folder.write("plugin.yaml", std::string(shared) + "    renameByDefault: true\n");
    CHECK(
        list({.device_plugins = {renamed}, .config = config}) ==
        "6 sharing.timeSlicing.resources[0].name uncounted-resource\n");
    CHECK(list({.device_plugins = {renamed}}).empty());
}

TEST_CASE("policy lint: looks into the ConfigMaps of the device plugin")
{
    std::string const text = indent(replace_first(shared, "replicas: 4", "replicas: 0"));
    CHECK(
        plugin("kind: ConfigMap\ndata:\n  notes: 'a: b'\n  small: |\n" + text) ==
        "11 data.small.sharing.timeSlicing.resources[0].replicas replicas\n");
}

TEST_CASE("policy lint: LimitRanges that hand out GPUs, or refuse pods without")
{
    CHECK(
        limits("{type: Container, default: {nvidia.com/gpu: 1}}") ==
        "4 spec.limits[0].default[nvidia.com/gpu] limit-range\n");
    CHECK(
        limits("{type: Container, max: {nvidia.com/gpu: 1}}") ==
        "4 spec.limits[0].max[nvidia.com/gpu] limit-range\n");
    CHECK(
        limits("{type: Container, min: {nvidia.com/gpu: 1}}") ==
        "4 spec.limits[0].min[nvidia.com/gpu] limit-range\n");
    CHECK(
        limits("{type: Pod, max: {nvidia.com/gpu: 1}}") ==
        "4 spec.limits[0].max[nvidia.com/gpu] limit-range\n");
    CHECK(limits("{type: Container, max: {nvidia.com/gpu: 1}, default: {nvidia.com/gpu: 0}}").empty());
    CHECK(limits("{type: PersistentVolumeClaim, max: {nvidia.com/gpu: 1}}").empty());
    // As the API server prints one that said max alone.
    CHECK(
        limits("{type: Container, max: {nvidia.com/gpu: 1}, default: {nvidia.com/gpu: 1}, "
               "defaultRequest: {nvidia.com/gpu: 1}}") ==
        "4 spec.limits[0].default[nvidia.com/gpu] limit-range\n");
}

TEST_CASE("policy lint: registrations that let users or the API server go past slicegate")
{
    std::string const good = registrations();
    CHECK(webhooks(good).empty());
    CHECK(
        webhooks(replace_first(
            good, "  sideEffects: None\n", "  objectSelector: {matchLabels: {gpu: 'yes'}}\n")) ==
        "webhooks[0].objectSelector opt-out\n");
    CHECK(
        webhooks(replace_first(good, "key: kubernetes.io/metadata.name", "key: team")) ==
        "webhooks[0].namespaceSelector.matchExpressions[0] opt-out\n");
    CHECK(
        webhooks(replace_first(good, "- kube-system\n", "- team-a\n")) ==
        "webhooks[0].namespaceSelector.matchExpressions[0].values[1] opt-out\n");
    CHECK(
        webhooks(replace_first(good, "operator: NotIn", "operator: In")) ==
        "webhooks[0].namespaceSelector.matchExpressions[0] opt-out\n");
    CHECK(
        webhooks(replace_first(good, "failurePolicy: Fail", "failurePolicy: Ignore")) ==
        "webhooks[0].failurePolicy failure-policy\n");
    CHECK(
        webhooks(replace_first(good, "matchPolicy: Equivalent", "matchPolicy: Exact")) ==
        "webhooks[0].matchPolicy opt-out\n");
    CHECK(
        webhooks(replace_first(good, "reinvocationPolicy: IfNeeded", "reinvocationPolicy: Never")) ==
        "webhooks[0].reinvocationPolicy rules\n");
    CHECK(
        webhooks(replace_first(good, "matchConditions:", "matchConditionz:")) ==
        "webhooks[0].matchConditions match-conditions\n");
    CHECK(
        webhooks(replace_first(good, "'slicegate.dev/gpu'", "'slicegate.dev/gpus'")) ==
        "webhooks[0].matchConditions match-conditions\n");
    CHECK(webhooks(replace_first(good, "- CREATE\n", "- DELETE\n")) == "webhooks[0].rules rules\n");
    CHECK(
        webhooks(replace_first(good, "    caBundle: LS0", "    other: LS0")) ==
        "webhooks[0].clientConfig.caBundle ca-bundle\n");
    CHECK(
        webhooks(replace_first(good, "caBundle: LS0", "caBundle: AAAA")) ==
        "webhooks[0].clientConfig.caBundle ca-bundle\n");
}

TEST_CASE("policy lint: a registration for another policy, and one that is missing")
{
    auto other = policy::make_default_policy();
    other.label = "example.com/gpu";
    std::string const found = webhooks(registrations(other));
    CHECK(found.starts_with("metadata.annotations[slicegate.dev/registration] stale-registration\n"));
    CHECK(found.find("webhooks[0].matchConditions match-conditions\n") != std::string::npos);
    std::string const good = registrations();
    CHECK(webhooks(good.substr(0, good.find("---\n"))) == " missing-registration\n");
    CHECK(
        webhooks(replace_first(good, "name: mutate.slicegate.dev", "name: changed.slicegate.dev")) ==
        "webhooks missing-hook\nwebhooks[0].name stale-registration\n");
}

TEST_CASE("policy lint: pools that say something else than the plugin")
{
    cli::test::Folder const folder;
    auto const config = folder.write("policy.yaml", pools);
    auto const eight = folder.write("eight.yaml", replace_first(shared, "replicas: 4", "replicas: 8"));
    auto const four = folder.write("four.yaml", shared);
    CHECK(list({.device_plugins = {eight}, .config = config}) == "8 spec.pools[0].sharing pool-sharing\n");
    CHECK(list({.device_plugins = {eight, four}, .config = config}).empty());
}

TEST_CASE("policy lint: pools that say something else than their nodes, and taints")
{
    CHECK(pool_nodes(node("")).empty());
    CHECK(
        pool_nodes(node(R"(, "nvidia.com/gpu.sharing-strategy": "mps")")) ==
        "8 spec.pools[0].sharing pool-sharing\n");
    CHECK(
        pool_nodes(node(R"(, "nvidia.com/gpu.product": "NVIDIA-L40S")")) ==
        "7 spec.pools[0].card pool-card\n");
    CHECK(
        pool_nodes(node("", R"([{"key": "team", "value": "a", "effect": "NoSchedule"}])")) ==
        "5 spec.pools[0] taint\n");
    CHECK(pool_nodes(node("", R"([{"key": "node.kubernetes.io/unreachable", "effect": "NoExecute"}])"))
              .empty());
    CHECK(
        pool_nodes(R"({"kind": "Node", "metadata": {"name": "n2"}})") ==
        "5 spec.pools[0].nodeSelector empty-pool\n");
}

TEST_CASE("policy lint: what cannot be read is named, and the rest is linted")
{
    cli::test::Folder const folder;
    auto const broken = folder.write("broken.yaml", "sharing: [\n");
    auto const none = folder.write("none.yaml", "kind: Pod\n");
    auto const bad = folder.write("bad.yaml", replace_first(shared, "replicas: 4", "replicas: 1"));
    auto const answer = run({.device_plugins = {broken, bad}});
    CHECK(answer.status == 2);
    CHECK(answer.err.starts_with(broken + ": "));
    CHECK(answer.out.ends_with("1 object looked at, 1 finding\n"));
    CHECK(run({.nodes = {none}}).err == none + ": holds no Node\n");
    CHECK(
        run({.webhooks = {folder.path("x")}}).err ==
        folder.path("x") + ": cannot be opened: No such file or directory\n");
    CHECK(run({}).status == 2);
    CHECK(
        run({.nodes = {"-"}, .config = "-"}).err ==
        "slicegate policy lint: standard input (-) can be given once\n");
}
