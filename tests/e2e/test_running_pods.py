# SPDX-License-Identifier: Apache-2.0
"""What can be done to a pod that is there: debugged, resized, relabelled, and moved while gates hold it."""

import json

import pytest

import pods

gate = [{"name": "example.com/quota"}]


@pytest.fixture
def tenant(team):
    team.must_apply(pods.pod("tenant", {"limits": {pods.gpu: "1"}, "requests": {"cpu": "100m"}}, {pods.label: "share"}))
    team.wait_bound("tenant")
    return team


def patch(team, name: str, change: dict, *words: str):
    return team.run("patch", "pod", name, "--type=merge", "-p", json.dumps(change), *words)


def test_a_gpu_pod_can_be_debugged(tenant):
    done = tenant.run("debug", "tenant", "--image=none", "--profile=general", "--container=debugger")
    assert (done.returncode, done.stderr) == (0, "")
    assert [each["name"] for each in tenant.get("pod", "tenant")["spec"]["ephemeralContainers"]] == ["debugger"]


def test_the_cpu_of_a_gpu_pod_can_be_resized(tenant):
    change = {"spec": {"containers": [{"name": "main", "resources": {"requests": {"cpu": "200m"}}}]}}
    done = tenant.run("patch", "pod", "tenant", "--subresource=resize", "-p", json.dumps(change))
    assert (done.returncode, done.stderr) == (0, "")
    assert tenant.get("pod", "tenant")["spec"]["containers"][0]["resources"]["requests"]["cpu"] == "200m"


def test_the_label_cannot_be_changed_through_the_status_either(tenant):
    for word in ("dedicate", None):
        done = patch(tenant, "tenant", {"metadata": {"labels": {pods.label: word}}}, "--subresource=status")
        assert done.returncode == 1 and "[label-change]" in done.stderr
    assert tenant.get("pod", "tenant")["metadata"]["labels"] == {pods.label: "share"}


def test_the_memory_that_a_pod_says_it_needs_is_judged_when_it_changes(tenant):
    done = tenant.run("annotate", "pod", "tenant", "slicegate.dev/gpu-memory=much")
    assert done.returncode == 1 and "[card-memory]" in done.stderr
    tenant.must("annotate", "pod", "tenant", "slicegate.dev/gpu-memory=20Gi")


into_reserved = {"spec": {"nodeSelector": {pods.pool: "dedicated"}}}


def test_a_gated_gpu_pod_cannot_be_moved_into_a_pool_that_is_not_its_own(team):
    team.must_apply(pods.gpu_pod("held", "share", schedulingGates=gate))
    done = patch(team, "held", into_reserved)
    assert done.returncode == 1 and '"validate.slicegate.dev" denied' in done.stderr and "[reserved-pool]" in done.stderr


def test_a_gated_pod_without_gpus_cannot_be_moved_into_the_reserved_pool(team):
    team.must_apply(pods.pod("held", schedulingGates=gate))
    done = patch(team, "held", into_reserved)
    assert done.returncode == 1 and '"advise.slicegate.dev" denied' in done.stderr and "[reserved-pool]" in done.stderr


def test_the_last_gate_does_not_take_the_judgement_with_it(team):
    """The API server lets a pod move in the very update that opens its last gate."""
    team.must_apply(pods.pod("held", schedulingGates=gate))
    done = patch(team, "held", {"spec": {"schedulingGates": [], **into_reserved["spec"]}})
    assert done.returncode == 1 and "[reserved-pool]" in done.stderr


def test_a_gated_dedicated_pod_runs_in_its_pool_once_the_gate_opens(team):
    team.must_apply(pods.gpu_pod("held", "dedicate", schedulingGates=gate))
    assert patch(team, "held", {"spec": {"nodeSelector": {pods.hostname: "dedicated-2"}}}).returncode == 0
    assert patch(team, "held", {"spec": {"schedulingGates": []}}).returncode == 0
    assert team.wait_bound("held") == "dedicated-2"
