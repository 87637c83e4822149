# SPDX-License-Identifier: Apache-2.0
"""Replicas come and go, the API server restarts: nobody is admitted unjudged, and it heals by itself."""

import contextlib
import json
import threading

import pods
from cluster import wait_until
from installation import roll_out

two_slices = json.dumps(pods.gpu_pod("trainer", slices=2))


def system(cluster, *words: str) -> str:
    return cluster.must_kubectl("-n", "slicegate-system", *words)


def test_the_replicas_run_on_different_nodes(cluster):
    replicas = json.loads(system(cluster, "get", "pods", "-o", "json"))["items"]
    assert len(replicas) == 2
    assert len({pod["spec"]["nodeName"] for pod in replicas}) == 2


@contextlib.contextmanager
def asking(team):
    """Asks without a pause for something that slicegate refuses; every answer has to be its own."""
    strange, done = [], threading.Event()

    def ask():
        while not done.is_set():
            text = team.run("apply", "--dry-run=server", "-f", "-", input=two_slices).stderr
            if "[single-slice]" not in text:
                strange.append(text)

    askers = [threading.Thread(target=ask) for _ in range(2)]
    for asker in askers:
        asker.start()
    try:
        yield
    finally:
        done.set()
        for asker in askers:
            asker.join()
    assert strange == []


def test_a_rollout_loses_no_review_and_old_replicas_end_in_order(cluster, team):
    with asking(team):
        old = roll_out(cluster)
    assert [replica.process.returncode for replica in old] == [0, 0]


def test_a_renewed_certificate_of_a_new_ca_loses_no_review(cluster, team):
    with asking(team):
        cluster.apply_manifests()
        roll_out(cluster)


def test_a_killed_replica_is_replaced_and_the_other_answers(cluster, team):
    victim = next(iter(cluster.kubelet.replicas.values()))
    victim.process.kill()
    restarted = ("get", "pod", victim.thread.name, "-o", "jsonpath={.status.containerStatuses[0].restartCount}")
    wait_until("the container to be restarted", lambda: system(cluster, *restarted) == "1")
    cluster.wait_for_slicegate()
    wait_until("both replicas to be ready", lambda: system(cluster, "get", "deployment", "slicegate", "-o",
                                                           "jsonpath={.status.readyReplicas}") == "2")
    assert "[single-slice]" in team.refusal(pods.gpu_pod("trainer", slices=2))


def test_a_restart_of_the_api_server_heals(cluster, team):
    cluster.restart_api_server()
    cluster.wait_for_slicegate()
    assert "[single-slice]" in team.refusal(pods.gpu_pod("trainer", slices=2))
    team.must_apply(pods.gpu_pod("tenant"))
    assert team.wait_bound("tenant").startswith("shared-")


def test_a_new_version_that_does_not_start_takes_over_nothing(cluster, team, tmp_path):
    """maxUnavailable is 0: the old replicas serve until a new one is ready, and this one never will be."""
    broken = tmp_path / "broken"
    broken.write_text("#!/bin/sh\nexit 2\n")
    broken.chmod(0o755)
    tmp_path.chmod(0o755)
    cluster.kubelet.images["slicegate:broken"] = broken
    before = set(cluster.kubelet.replicas)
    with asking(team):
        system(cluster, "set", "image", "deployment/slicegate", "slicegate=slicegate:broken")
        wait_until("the new one to have failed twice", lambda: any(each.restarts > 1 for each in list(cluster.kubelet.replicas.values())))
        assert before <= set(cluster.kubelet.replicas)
        system(cluster, "rollout", "undo", "deployment/slicegate")
        system(cluster, "rollout", "status", "deployment/slicegate", "--timeout=60s")
    wait_until("the broken one to go", lambda: set(cluster.kubelet.replicas) == before)
