# SPDX-License-Identifier: Apache-2.0
"""Pods that were there before slicegate: two slices, no label. They may end, and be adopted."""

import pods


def test_a_finalizer_can_be_removed_from_a_pod_that_would_be_refused_today(legacy):
    legacy.must("delete", "pod", "with-finalizer", "--wait=false")
    assert "deletionTimestamp" in legacy.get("pod", "with-finalizer")["metadata"]
    legacy.must("patch", "pod", "with-finalizer", "--type=merge", "-p", '{"metadata":{"finalizers":null}}')
    assert "with-finalizer" not in [pod["metadata"]["name"] for pod in legacy.pods()]


def test_it_can_be_annotated(legacy):
    legacy.must("annotate", "pod", "to-annotate", "note=seen")


def test_it_can_be_debugged_with_a_warning(legacy):
    done = legacy.run("debug", "to-annotate", "--image=none", "--profile=general", "--container=debugger")
    assert done.returncode == 0 and "Warning: [single-slice]" in done.stderr


def test_it_is_adopted_by_the_label_share(legacy):
    legacy.must("label", "pod", "to-adopt", f"{pods.label}=share")
    assert legacy.get("pod", "to-adopt")["metadata"]["labels"] == {pods.label: "share"}


def test_it_cannot_become_dedicated_where_it_is(legacy):
    done = legacy.run("label", "pod", "to-dedicate", f"{pods.label}=dedicate")
    assert done.returncode == 1 and "[label-change]" in done.stderr
