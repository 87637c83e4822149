# SPDX-License-Identifier: Apache-2.0
"""GPU pods that ran before slicegate came, on a node that has become a dedicated one. Adoption is what keeps dedicated pods off."""

import json
import subprocess

import pytest

import pods
from kubectl import Kubectl

here = {pods.hostname: "dedicated-2"}


@pytest.fixture(scope="module")
def older(cluster):
    kubectl = Kubectl(cluster, pods.older_namespace)
    yield kubectl
    kubectl.run("delete", "pods", "--all", "--force", "--grace-period=0")


def adopt(cluster) -> subprocess.CompletedProcess:
    """The first half of: kubectl get pods,nodes -A -o json | slicegate adopt - | sh"""
    found = cluster.must_kubectl("get", "pods,nodes", "-A", "-o", "json")
    return subprocess.run([str(cluster.binary), "adopt", "-"], input=found, capture_output=True, text=True)


def test_before_adoption_a_dedicated_pod_lands_beside_an_older_one_and_the_node_is_named(cluster, older, team):
    team.must_apply(pods.gpu_pod("alone", "dedicate", nodeSelector=here))
    assert team.wait_bound("alone") == "dedicated-2"
    done = adopt(cluster)
    assert done.returncode == 1 and "dedicated-2" in done.stderr and f"{team.namespace}/alone" in done.stderr


def test_after_it_the_dedicated_pod_keeps_off(cluster, older, team):
    done = adopt(cluster)
    assert f"kubectl label -n {pods.older_namespace} pod of-yesterday {pods.label}=share\n" in done.stdout
    environment = {"PATH": f"{cluster.kubectl.parent}:/usr/bin:/bin", "KUBECONFIG": str(cluster.kubeconfig), "HOME": str(cluster.folder)}
    subprocess.run(["sh", "-e"], input=done.stdout, env=environment, check=True, capture_output=True, text=True)
    assert older.get("pod", "of-yesterday")["metadata"]["labels"] == {pods.label: "share"}

    team.must_apply(pods.gpu_pod("alone", "dedicate", nodeSelector=here))
    assert "anti-affinity rules" in team.wait_unschedulable("alone")
    older.must("delete", "pod", "of-yesterday")
    assert team.wait_bound("alone") == "dedicated-2"


def test_once_all_are_adopted_there_is_nothing_to_do(cluster, older):
    done = adopt(cluster)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


def test_pods_without_gpus_are_not_touched(cluster, older):
    assert json.loads(older.must("get", "pod", "web", "-o", "json"))["metadata"].get("labels", {}) == {}
