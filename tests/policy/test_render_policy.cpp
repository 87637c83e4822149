// SPDX-License-Identifier: Apache-2.0
#include "policy/cards.hpp"
#include "policy/policy_file.hpp"
#include "policy/render_policy.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace slicegate::policy;

namespace {

void expect_same_again(Policy const& policy)
{
    auto const text = render_policy(policy);
    INFO(text);
    auto const again = parse_policy(text);
    INFO((again ? std::string() : again.error().message));
    REQUIRE(again.has_value());
    CHECK(*again == policy);
}

}  // namespace

TEST_CASE("render_policy: the default policy is read again as itself")
{
    expect_same_again(make_default_policy());
}

TEST_CASE("render_policy: the default policy looks like a file that a person wrote")
{
    CHECK(render_policy(make_default_policy()).starts_with(R"(apiVersion: slicegate.dev/v1alpha1
kind: GpuPolicy
metadata:
  name: default
spec:
  label: slicegate.dev/gpu
  unlabelled: share
  gpus:
  - resources: [nvidia.com/gpu, nvidia.com/gpu.shared]
    maxPerPod: 1
  - resources: ["nvidia.com/mig-*"]
  pools:
  - name: dedicated
    access: dedicate
    nodeSelector: {slicegate.dev/pool: dedicated}
    reserved: true
    cardsPerNode: 1
  workloads: []
  rules:
    single-slice: deny
)"));
}

TEST_CASE("render_policy: text that YAML would take for something else stays text")
{
    Policy policy = make_default_policy();
    policy.name = "1e3";
    policy.unlabelled = Unlabelled::deny;
    policy.actions.front() = Action::off;
    policy.actions.back() = Action::audit;
    policy.pools = {
        {.name = "on",
         .node_selector = {{.key = "true", .value = "0x10"}, {.key = "a/null", .value = "1.5"}}},
        {.name = "12",
         .access = Access::dedicate,
         .node_selector = {{.key = "true", .value = ""}},
         .reserved = Reservation::soft,
         .cards_per_node = 1024}};
    policy.exempt = {.namespaces = {"*-x", "7"}, .users = {"a: b # c", "{x}", "&a", "é\"\\", "-"}};
    policy.pools[0].card = find_card("l4");
    policy.pools[0].sharing = {.mechanism = Mechanism::mps, .replicas = 48};
    policy.pools[0].max_per_pod = 8;
    policy.pools[1].sharing = {.mechanism = Mechanism::mig_mixed};
    policy.pools[1].reserved = Reservation::hard;
    policy.workloads = {
        {.group = "",
         .kind = "Null",
         .resource = "nulls",
         .templates = {{.steps = {"spec", "*", "template"}}}}};
    policy.schedulers = {"on", "1.5"};
    policy.namespaces = {
        {.match = "1*", .actions = std::vector<std::optional<Action>>(policy.actions.size())},
        {.match = "*", .unlabelled = Unlabelled::deny}};
    policy.namespaces[0].actions.back() = Action::off;
    policy.hide_gpus = true;
    policy.memory_resource = "slicegate.dev/gpu-memory-mib";
    policy.log_level = LogLevel::warn;
    policy.help = "see: \"https://wiki.example.com/gpus#a\" « gpu », 100%";
    make_variants(policy);
    expect_same_again(policy);
}

TEST_CASE("render_policy: empty lists stay empty")
{
    Policy policy = make_default_policy();
    policy.pools.clear();
    policy.exempt = {};
    expect_same_again(policy);
}
