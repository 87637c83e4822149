# SPDX-License-Identifier: Apache-2.0
"""GitOps tools compare what they applied with what is there: slicegate's patch must not look like a change to undo."""

import json

import pytest

import pods


def revision(kubectl, kind: str, name: str) -> str:
    return kubectl.get(kind, name)["metadata"]["resourceVersion"]


manifests = [pods.gpu_pod("trainer", "dedicate"), pods.gpu_pod("tenant")]


@pytest.mark.parametrize("manifest", manifests, ids=lambda item: item["metadata"]["name"])
def test_a_second_apply_changes_nothing(team, manifest):
    name = manifest["metadata"]["name"]
    team.must_apply(manifest)
    team.wait_bound(name)
    assert team.must_apply(manifest).strip() == f"pod/{name} unchanged"
    assert team.run("diff", "-f", "-", input=json.dumps(manifest)).returncode == 0


@pytest.mark.parametrize("manifest", manifests, ids=lambda item: item["metadata"]["name"])
def test_a_second_server_side_apply_changes_nothing(team, manifest):
    words = ("--server-side",)
    team.must_apply(manifest, words=words)
    name = manifest["metadata"]["name"]
    team.wait_bound(name)
    team.must("wait", f"pod/{name}", "--for=condition=Ready", "--timeout=30s")
    before = revision(team, "pod", name)
    team.must_apply(manifest, words=words)
    assert revision(team, "pod", name) == before


def test_a_template_is_stored_as_it_was_applied(team):
    manifest = pods.deployment("training", "dedicate")
    team.must_apply(manifest)
    assert team.must_apply(manifest).strip() == "deployment.apps/training unchanged"
    assert "affinity" not in team.get("deployment", "training")["spec"]["template"]["spec"]


def test_a_server_side_dry_run_shows_the_patch_and_leaves_nothing(team):
    text = team.must_apply(pods.gpu_pod("trainer", "dedicate"), words=("--dry-run=server", "-o", "json"))
    spec = json.loads(text)["spec"]
    assert spec["nodeSelector"] == {pods.pool: "dedicated"}
    assert spec["affinity"]["podAntiAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"] == [pods.dedicated_term]
    assert team.pods() == []


def test_a_server_side_dry_run_is_refused_like_the_real_thing(team):
    assert "[single-slice]" in team.refusal(pods.gpu_pod("trainer", slices=2), words=("--dry-run=server",))


def test_what_was_admitted_is_admitted_again_unchanged(team):
    """A pod read back and created elsewhere carries the patch already."""
    team.must_apply(pods.gpu_pod("first", "dedicate"))
    stored = team.get("pod", "first")
    again = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "again", "labels": stored["metadata"]["labels"]},
             "spec": {key: stored["spec"][key] for key in ("affinity", "nodeSelector", "containers", "tolerations")}}
    for container in again["spec"]["containers"]:
        container.pop("volumeMounts", None)
    team.must_apply(again)
    spec = team.get("pod", "again")["spec"]
    assert (spec["affinity"], spec["nodeSelector"]) == (stored["spec"]["affinity"], stored["spec"]["nodeSelector"])
