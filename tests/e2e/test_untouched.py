# SPDX-License-Identifier: Apache-2.0
"""What has nothing to do with GPUs passes as it came, slicegate being up."""

import json

import pods


def admitted(team, manifest: dict) -> dict:
    """The pod as stored, less what the API server fills in by itself."""
    team.must_apply(manifest)
    team.wait_bound(manifest["metadata"]["name"])
    return team.get("pod", manifest["metadata"]["name"])


def test_a_pod_with_another_extended_resource_is_admitted_unchanged(team):
    router = admitted(team, pods.pod("router", {"limits": {"example.com/nic": "1"}}))
    assert "labels" not in router["metadata"]
    assert "affinity" not in router["spec"] and "nodeSelector" not in router["spec"]


def test_a_pod_without_gpus_may_run_in_the_shared_pool(team):
    web = admitted(team, pods.pod("web", nodeSelector={pods.pool: "shared"}))
    assert web["spec"]["nodeName"].startswith("shared-") and "labels" not in web["metadata"]


def test_an_exempt_namespace_may_do_as_it_likes(cluster):
    manifest = pods.gpu_pod("benchmark", slices=4)
    text = cluster.must_kubectl("-n", "kube-system", "apply", "--dry-run=server", "-o", "json", "-f", "-", input=json.dumps(manifest))
    assert "labels" not in json.loads(text)["metadata"]


def test_the_label_on_a_pod_without_gpus_is_refused(team):
    assert "[label-needs-gpu]" in team.refusal(pods.pod("pretender", labels={pods.label: "dedicate"}))
