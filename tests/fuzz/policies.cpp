// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/policies.hpp"

#include "policy/policy_file.hpp"
#include "tests/fuzz/require.hpp"

#include <string>
#include <vector>

namespace slicegate::fuzz {
namespace {

policy::Policy policy_of(std::string const& spec)
{
    auto policy = policy::parse_policy("apiVersion: slicegate.dev/v1alpha1\nkind: GpuPolicy\nspec:\n" + spec);
    require(policy.has_value(), "the fuzzers' own policies are right", policy ? "" : policy.error().message);
    return *policy;
}

std::vector<policy::Policy> make_policies()
{
    return {
        policy::make_default_policy(),  // pick_policy(0)
        policy_of(R"(
  pools:
  - {name: shared, access: share, card: l4, sharing: {mechanism: timeSlicing, replicas: 4}}
  - {name: dedicated, access: dedicate, reserved: true, cardsPerNode: 8, card: h100-sxm, sharing: {mechanism: none}}
  rules: {idle-cards: deny, card-memory: deny, memory-fraction: deny, scheduler-name: deny, visible-devices: deny}
)"),
        policy_of(R"(
  unlabelled: dedicate
  hideGpus: true
  memoryResource: slicegate.dev/gpu-memory-mib
  pools:
  - {name: dedicated, access: dedicate, reserved: hard}
  - {name: whole, access: dedicate, reserved: true, maxPerPod: 8}
  - {name: slices, access: share, card: a100-40gb, sharing: {mechanism: migMixed}}
)"),
        policy_of(R"(
  unlabelled: deny
  workloads:
  - {group: kubeflow.org, kind: PyTorchJob, templates: [spec.pytorchReplicaSpecs.*.template]}
  namespaces:
  - {match: "team-*", unlabelled: share, rules: {single-slice: warn, node-name: audit}}
  exempt: {namespaces: [kube-system], users: ["system:serviceaccount:gpu-operator:*"]}
)")};
}

}  // namespace

policy::Policy const& pick_policy(std::size_t size)
{
    static auto const policies = make_policies();
    return policies[size % policies.size()];
}

}  // namespace slicegate::fuzz
