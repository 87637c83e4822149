# SPDX-License-Identifier: Apache-2.0
"""A Deployment of two slices that was there before slicegate. It may live on, and get no worse."""

import json

import pytest

import pods
from cluster import wait_until

name = "of-two"


def patch_container(legacy, name: str = name, **change):
    patch = {"spec": {"template": {"spec": {"containers": [{"name": "main", **change}]}}}}
    return legacy.run("patch", "deployment", name, "-p", json.dumps(patch))


harmless = [("scale", "--replicas=2"), ("annotate", "note=seen"), ("label", "team=a"), ("rollout", "pause")]


@pytest.mark.parametrize("change", harmless, ids=lambda change: change[0])
def test_it_can_be_scaled_annotated_labelled_and_paused_without_a_word(legacy, change):
    verb, word = change
    words = (verb, word, "deployment", name) if verb == "rollout" else (verb, "deployment", name, word)
    done = legacy.run(*words)
    assert (done.returncode, done.stderr) == (0, "")
    legacy.run("rollout", "resume", "deployment", name)


def test_its_image_can_be_changed_with_a_warning_and_the_rollout_begins(legacy):
    done = patch_container(legacy, image="newer")
    assert done.returncode == 0
    assert "Warning: [single-slice] spec.template.spec.containers[0]" in done.stderr
    images = ("get", "replicasets", "-l", f"app={name}", "-o", "jsonpath={.items[*].spec.template.spec.containers[0].image}")
    wait_until("the new ReplicaSet", lambda: "newer" in legacy.must(*images).split())


def test_a_third_slice_is_refused(legacy):
    done = patch_container(legacy, resources={"limits": {pods.gpu: "3"}, "requests": {pods.gpu: "3"}})
    assert done.returncode == 1 and "asks for 3 slices" in done.stderr


def test_another_fault_is_refused_beside_the_old_one(legacy):
    patch = {"spec": {"template": {"metadata": {"labels": {pods.label: "solo"}}}}}
    done = legacy.run("patch", "deployment", name, "-p", json.dumps(patch))
    assert done.returncode == 1 and "[access-label]" in done.stderr and "refused by 1 GPU rule" in done.stderr


def test_it_can_be_put_right(legacy):
    done = patch_container(legacy, "to-put-right", resources={"limits": {pods.gpu: "1"}, "requests": {pods.gpu: "1"}})
    assert (done.returncode, done.stderr) == (0, "")
