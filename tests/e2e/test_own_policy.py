# SPDX-License-Identifier: Apache-2.0
"""A policy of one's own: kinds beyond the built-in ones, and memory that the scheduler adds up."""

import json

import pytest

import pods
from cluster import wait_until
from installation import installed_with

memory = "slicegate.dev/gpu-memory-mib"
pytorch_job = {"group": "kubeflow.org", "kind": "PyTorchJob", "templates": ["spec.pytorchReplicaSpecs.*.template"]}
anything = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
definition = {
    "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "pytorchjobs.kubeflow.org"},
    "spec": {"group": "kubeflow.org", "scope": "Namespaced",
             "names": {"kind": "PyTorchJob", "plural": "pytorchjobs", "singular": "pytorchjob"},
             "versions": [{"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": anything}}]}}


@pytest.fixture(scope="module", autouse=True)
def own_policy(cluster):
    cluster.must_kubectl("apply", "-f", "-", input=json.dumps(definition))
    cluster.must_kubectl("wait", "--for=condition=Established", "crd/pytorchjobs.kubeflow.org")
    with installed_with(cluster, {"workloads": [pytorch_job], "memoryResource": memory}, ("further-kinds",)):
        yield
    cluster.must_kubectl("delete", "crd", "pytorchjobs.kubeflow.org")


def training(slices_of_workers: int) -> dict:
    roles = {"Master": pods.template("trainer"), "Worker": pods.template("trainer", slices=slices_of_workers)}
    return {"apiVersion": "kubeflow.org/v1", "kind": "PyTorchJob", "metadata": {"name": "trainer"},
            "spec": {"pytorchReplicaSpecs": {role: {"replicas": 1, "template": template} for role, template in roles.items()}}}


def refused(team, manifest: dict) -> str:
    """The first time the registration may still be on its way to the API server."""
    return wait_until("the registration", lambda: team.refusal(manifest, words=("--dry-run=server",)))


def test_a_custom_resource_is_refused_by_the_path_of_its_template(team):
    text = refused(team, training(2))
    assert f'"further-kinds.slicegate.dev" denied the request: pytorchjob {team.namespace}/trainer was refused by 1' in text
    assert "[single-slice] spec.pytorchReplicaSpecs.Worker.template.spec.containers[0].resources.limits[nvidia.com/gpu]" in text


def test_a_custom_resource_is_admitted_as_it_was_applied(team):
    team.must_apply(training(1))
    stored = team.get("pytorchjob", "trainer")["spec"]
    assert stored == training(1)["spec"]


def test_a_custom_resource_that_stands_is_refused_a_second_slice_and_may_be_annotated(team):
    team.must_apply(training(1))
    refused(team, training(2))
    team.must("annotate", "pytorchjob", "trainer", "note=seen")


def test_a_custom_resource_without_a_spec_is_no_fault(team):
    team.must_apply({"apiVersion": "kubeflow.org/v1", "kind": "PyTorchJob", "metadata": {"name": "bare"}})
    team.must("label", "pytorchjob", "bare", "team=a")


@pytest.fixture
def card_of_80_gib(cluster):
    """A node says how much memory its card has, as a platform team would: by one patch."""
    def advertise(mib: str | None) -> None:
        """Of allocatable a kubelet would take care itself."""
        change = {"status": {"capacity": {memory: mib}, "allocatable": {memory: mib}}}
        cluster.must_kubectl("patch", "node", "shared-1", "--subresource=status", "--type=merge", "-p", json.dumps(change))

    advertise("81920")
    yield {pods.hostname: "shared-1"}
    advertise(None)


def needing(name: str, amount: str, **spec) -> dict:
    pod = pods.gpu_pod(name, "share", **spec)
    pod["metadata"]["annotations"] = {"slicegate.dev/gpu-memory": amount}
    return pod


def test_of_three_pods_of_30_gib_two_share_a_card_of_80_and_the_third_waits(team, card_of_80_gib):
    names = ("one", "two", "three")
    team.must_apply(*(needing(name, "30Gi", nodeSelector=card_of_80_gib) for name in names))
    waiting = wait_until("one to wait", lambda: [name for name in names if team.scheduler_event(name)])
    assert f"Insufficient {memory}" in team.wait_unschedulable(waiting[0])
    assert [team.wait_bound(name) for name in names if name != waiting[0]] == ["shared-1"] * 2
    limits = team.get("pod", waiting[0])["spec"]["containers"][0]["resources"]["limits"]
    assert limits == {pods.gpu: "1", memory: "30720"}


def test_once_a_neighbour_has_gone_the_third_is_bound(team, card_of_80_gib):
    team.must_apply(*(needing(name, "40Gi", nodeSelector=card_of_80_gib) for name in ("one", "two")))
    assert [team.wait_bound(name) for name in ("one", "two")] == ["shared-1"] * 2
    team.must_apply(needing("three", "40Gi", nodeSelector=card_of_80_gib))
    assert f"Insufficient {memory}" in team.wait_unschedulable("three")
    team.must("delete", "pod", "one", "--grace-period=0", "--force")
    assert team.wait_bound("three") == "shared-1"


def test_a_pod_that_says_nothing_of_memory_asks_for_none(team):
    team.must_apply(pods.gpu_pod("tenant", "share"))
    assert team.wait_bound("tenant") in ("shared-1", "shared-2")
    assert team.get("pod", "tenant")["spec"]["containers"][0]["resources"]["limits"] == {pods.gpu: "1"}
