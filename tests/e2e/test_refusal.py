# SPDX-License-Identifier: Apache-2.0
"""What a developer reads when kubectl apply is refused."""

import json

import pods


def test_two_slices_are_refused_with_place_reason_and_fix(team):
    text = team.refusal(pods.gpu_pod("trainer", slices=2))
    assert text.startswith("Error from server (Forbidden): error when creating")
    assert 'slicegate.dev" denied the request: pod ' + team.namespace + "/trainer was refused by 1 GPU rule:\n" in text
    assert "[single-slice] spec.containers[0].resources.limits[nvidia.com/gpu]: asks for 2 slices, at most 1 is allowed" in text
    assert "\n  why: " in text and "\n  fix: " in text
    assert team.pods() == []


def test_two_containers_with_one_slice_each_are_refused(team):
    trainer = pods.gpu_pod("trainer")
    trainer["spec"]["containers"].append({**trainer["spec"]["containers"][0], "name": "helper"})
    assert "[single-slice]" in team.refusal(trainer)


def test_a_request_that_differs_from_its_limit_is_refused_in_slicegates_words(team):
    text = team.refusal(pods.pod("uneven", {"requests": {pods.gpu: 1}, "limits": {pods.gpu: 2}}))
    assert "[gpu-request-shape]" in text and "denied the request" in text
    assert "is invalid" not in text   # the API server's own validation would have said that


def test_every_violation_is_told_at_once(team):
    text = team.refusal(pods.gpu_pod("both", "dedicate", slices=2, nodeSelector={pods.pool: "shared"}))
    assert "was refused by 2 GPU rules:" in text
    assert "[single-slice]" in text and "[pool-conflict]" in text


def test_a_pod_without_a_name_is_refused_by_its_generate_name(team):
    manifest = pods.gpu_pod("x", slices=2)
    manifest["metadata"] = {"generateName": "batch-"}
    done = team.run("create", "-f", "-", input=json.dumps(manifest))
    assert done.returncode == 1 and "/batch-" in done.stderr and "[single-slice]" in done.stderr


def test_the_label_of_a_pod_cannot_be_changed_or_removed(team):
    team.must_apply(pods.gpu_pod("fixed", "share"))
    for change in (f"{pods.label}=dedicate", f"{pods.label}-"):
        done = team.run("label", "pod", "fixed", change, "--overwrite")
        assert done.returncode == 1 and "[label-change]" in done.stderr
    assert team.get("pod", "fixed")["metadata"]["labels"] == {pods.label: "share"}


def test_a_pod_without_gpus_that_targets_the_reserved_pool_is_refused(team):
    text = team.refusal(pods.pod("squatter", nodeSelector={pods.pool: "dedicated"}))
    assert '"advise.slicegate.dev" denied the request' in text and "[reserved-pool]" in text


def test_a_reserved_pool_named_by_node_affinity_is_refused_too(team):
    term = {"matchExpressions": [{"key": pods.pool, "operator": "In", "values": ["dedicated"]}]}
    required = {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [term]}}
    assert "[reserved-pool]" in team.refusal(pods.pod("squatter", affinity={"nodeAffinity": required}))
