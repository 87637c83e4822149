# SPDX-License-Identifier: Apache-2.0
"""The component `hardened`: only listed schedulers bind, by either door, and no binding writes over a pod's label."""

import json

import pytest
import yaml

import nodes
import pods
from cluster import repository, wait_until

file = repository / "manifests/components/hardened/binding-policy.yaml"
policy = "slicegate-bindings"


def binding(pod: str, node: str, labels: dict | None = None) -> dict:
    return {"apiVersion": "v1", "kind": "Binding", "metadata": {"name": pod, "labels": labels or {}},
            "target": {"apiVersion": "v1", "kind": "Node", "name": node}}


def bind(team, door: str, pod: str, node: str, labels: dict | None = None, user: str | None = None):
    paths = {"pods/binding": f"pods/{pod}/binding", "bindings": "bindings"}
    words = ["--as", user, "--as-group=system:masters"] if user else []
    return team.run("create", "--raw", f"/api/v1/namespaces/{team.namespace}/{paths[door]}", "-f", "-", *words,
                    input=json.dumps(binding(pod, node, labels)))


def waiting_pod(team, name: str, **more) -> None:
    """For a scheduler that there is not."""
    team.must_apply(pods.gpu_pod(name, schedulerName="nobody", **more))


def objects() -> list[dict]:
    """As shipped, with this control plane's own scheduler, which logs in as admin, for the usual one."""
    return list(yaml.safe_load_all(file.read_text().replace("['system:kube-scheduler']", "['admin', 'system:kube-scheduler']")))


@pytest.fixture(scope="module")
def hardened(cluster):
    shipped = file.read_text()
    assert "['system:kube-scheduler']" in shipped
    for item in objects():
        cluster.must_kubectl("apply", "-f", "-", input=json.dumps(item))
    wait_until("the policy to hold", lambda: holds(cluster))
    yield
    cluster.must_kubectl("delete", "validatingadmissionpolicybinding,validatingadmissionpolicy", policy)


def holds(cluster) -> bool:
    """Asked by a dry run for a pod that is not there: admission comes before the look."""
    done = cluster.run_kubectl("create", "--raw", "/api/v1/namespaces/default/pods/nobody/binding?dryRun=All", "-f", "-", "--as", "mallory",
                               "--as-group=system:masters", input=json.dumps(binding("nobody", "system-1")))
    return policy in done.stderr


@pytest.mark.parametrize("door", ["pods/binding", "bindings"])
def test_without_the_policy_a_binding_takes_a_dedicated_card_and_changes_the_label(cluster, team, door):
    """Why the component is there: nothing of the pod's admission is asked again."""
    waiting_pod(team, "worker")
    done = bind(team, door, "worker", nodes.dedicated[0], {pods.label: "dedicate"}, user="mallory")
    assert done.returncode == 0, done.stderr
    assert team.node_of("worker") == nodes.dedicated[0]
    assert team.get("pod", "worker")["metadata"]["labels"][pods.label] == "dedicate"


@pytest.mark.parametrize("door", ["pods/binding", "bindings"])
@pytest.mark.usefixtures("hardened")
def test_who_is_no_scheduler_does_not_bind(team, door):
    waiting_pod(team, "worker")
    done = bind(team, door, "worker", nodes.shared[0], user="mallory")
    assert done.returncode == 1
    assert "only schedulers bind pods here, and mallory is not listed in the ValidatingAdmissionPolicy slicegate-bindings" in done.stderr
    assert team.node_of("worker") is None


@pytest.mark.parametrize("door", ["pods/binding", "bindings"])
@pytest.mark.parametrize("key", [pods.label, pods.pool])
@pytest.mark.usefixtures("hardened")
def test_not_even_a_scheduler_binds_with_a_label_of_slicegate(team, door, key):
    waiting_pod(team, "worker")
    done = bind(team, door, "worker", nodes.shared[0], {key: "dedicate"}, user="system:kube-scheduler")
    assert done.returncode == 1 and "may not carry a label of slicegate" in done.stderr
    assert team.node_of("worker") is None


@pytest.mark.parametrize("door", ["pods/binding", "bindings"])
@pytest.mark.usefixtures("hardened")
def test_a_listed_scheduler_binds_with_other_labels(team, door):
    """The API server itself may add those of the node's topology."""
    waiting_pod(team, "worker")
    done = bind(team, door, "worker", nodes.shared[0], {"topology.kubernetes.io/zone": "a"}, user="system:kube-scheduler")
    assert done.returncode == 0, done.stderr
    labels = team.get("pod", "worker")["metadata"]["labels"]
    assert team.node_of("worker") == nodes.shared[0] and labels[pods.label] == "share"


@pytest.mark.usefixtures("hardened")
def test_the_real_scheduler_goes_on_binding(team):
    team.must_apply(pods.gpu_pod("usual"), pods.gpu_pod("alone", "dedicate"), pods.pod("plain"))
    assert team.wait_bound("usual") and team.wait_bound("plain")
    assert team.wait_bound("alone") in nodes.dedicated
