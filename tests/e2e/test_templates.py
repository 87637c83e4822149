# SPDX-License-Identifier: Apache-2.0
"""What makes pods is refused itself, at kubectl apply, with the place in its template."""

import json

import pytest

import nodes
import pods
from cluster import wait_until

two = pods.template("trainer", slices=2)
controller = {"apiVersion": "v1", "kind": "ReplicationController", "metadata": {"name": "trainer"},
              "spec": {"selector": {"app": "trainer"}, "template": two}}
of_two_slices = [pods.workload("Deployment", "trainer", two), pods.workload("StatefulSet", "trainer", two, serviceName="x"),
                 pods.workload("DaemonSet", "trainer", two), pods.workload("ReplicaSet", "trainer", two), controller,
                 pods.job("trainer", two)]


@pytest.mark.parametrize("manifest", of_two_slices, ids=lambda item: item["kind"])
def test_a_workload_of_two_slices_is_refused(team, manifest):
    text = team.refusal(manifest)
    kind = manifest["kind"].lower()
    assert f'"templates.slicegate.dev" denied the request: {kind} {team.namespace}/trainer was refused by' in text
    assert "[single-slice] spec.template.spec.containers[0].resources.limits[nvidia.com/gpu]: asks for 2 slices" in text


def test_a_cron_job_is_refused_by_the_path_of_its_template(team):
    text = team.refusal(pods.cron_job("nightly", two))
    assert f"cronjob {team.namespace}/nightly was refused by 1 GPU rule:" in text
    assert "[single-slice] spec.jobTemplate.spec.template.spec.containers[0].resources.limits[nvidia.com/gpu]" in text


def test_a_deployment_that_stands_is_refused_a_second_slice(team):
    team.must_apply(pods.deployment("trainer", replicas=0))
    assert "[single-slice] spec.template.spec.containers[0]" in team.refusal(pods.deployment("trainer", replicas=0, slices=2))


def test_an_unknown_word_in_a_template_is_refused_with_the_nearest(team):
    text = team.refusal(pods.deployment("trainer", "dedicated"))
    assert "[access-label] spec.template.metadata.labels[slicegate.dev/gpu]" in text and "did you mean dedicate?" in text


def test_the_label_on_the_workload_alone_is_a_warning(team):
    manifest = pods.deployment("tenant", replicas=0)
    manifest["metadata"]["labels"] = {pods.label: "dedicate"}
    done = team.apply(manifest)
    assert done.returncode == 0 and "Warning: [access-label] metadata.labels[slicegate.dev/gpu]" in done.stderr


def test_a_dedicated_rolling_update_that_needs_a_spare_node_is_a_warning(team):
    done = team.apply(pods.deployment("trainer", "dedicate", replicas=1))
    assert done.returncode == 0 and "Warning: [surge-deadlock] spec.strategy.rollingUpdate" in done.stderr


def test_a_strategy_that_changes_alone_is_judged(team):
    manifest = pods.deployment("trainer", "dedicate", replicas=1)
    manifest["spec"]["strategy"] = {"type": "Recreate"}
    assert team.apply(manifest).stderr == ""
    surging = {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": 1, "maxUnavailable": 0}}
    patch = json.dumps({"spec": {"strategy": surging}})
    assert "Warning: [surge-deadlock] spec.strategy.rollingUpdate" in team.run("patch", "deployment", "trainer", "-p", patch).stderr


aimed = {**pods.template("web"), "spec": pods.pod("web", nodeSelector={pods.pool: "dedicated"})["spec"]}


@pytest.mark.parametrize("manifest", [pods.workload("Deployment", "web", aimed), pods.cron_job("web", aimed)], ids=lambda m: m["kind"])
def test_a_template_without_gpus_that_names_the_reserved_pool_is_refused(team, manifest):
    text = team.refusal(manifest)
    assert '"advise-templates.slicegate.dev" denied the request' in text and "[reserved-pool] spec." in text


def test_a_template_without_gpus_that_reaches_for_cards_is_warned(team):
    env = [{"name": "NVIDIA_VISIBLE_DEVICES", "value": "all"}]
    reaching = {**pods.template("web"), "spec": {"containers": [{"name": "main", "image": "none", "env": env}]}}
    done = team.apply(pods.workload("Deployment", "web", reaching, replicas=0))
    assert done.returncode == 0 and "Warning: [visible-devices] spec.template.spec.containers[0]" in done.stderr


def test_a_job_of_a_cron_job_runs(team):
    team.must_apply(pods.cron_job("nightly", pods.template("nightly")))
    team.must("create", "job", "tonight", "--from=cronjob/nightly")
    wait_until("its pod to be bound", lambda: [pod["spec"]["nodeName"] for pod in team.pods()])
    assert team.pods()[0]["metadata"]["labels"][pods.label] == "share"


def owned_replica_set(team, kind: str) -> dict:
    team.must_apply(pods.workload(kind, "owner", {**pods.template("owner"), "spec": pods.pod("owner")["spec"]}, replicas=0))
    replica_set = pods.workload("ReplicaSet", "trainer", two, replicas=0)
    owner = {"apiVersion": "apps/v1", "kind": kind, "name": "owner", "uid": team.get(kind, "owner")["metadata"]["uid"]}
    replica_set["metadata"]["ownerReferences"] = [{**owner, "controller": True}]
    return replica_set


def test_a_replica_set_of_a_deployment_is_not_judged_twice(team):
    """Nobody would see it refused; its pods are judged in any case."""
    team.must_apply(owned_replica_set(team, "Deployment"))


def test_another_owner_does_not_excuse_a_replica_set(team):
    assert "[single-slice]" in team.refusal(owned_replica_set(team, "StatefulSet"))


def test_a_daemon_set_that_could_land_in_the_reserved_pool_is_refused_and_the_fix_is_taken(team):
    text = team.refusal(pods.workload("DaemonSet", "agent", pods.template("agent")))
    assert "[daemonset-pool]" in text and "{key: slicegate.dev/pool, operator: NotIn, values: [dedicated]}" in text
    terms = [{"matchExpressions": [{"key": pods.pool, "operator": "Exists"}, pods.keep_off]}]
    required = {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": terms}}
    team.must_apply(pods.workload("DaemonSet", "agent", pods.template("agent", affinity={"nodeAffinity": required})))
    wait_until("its pods to be bound", lambda: sorted(pod["spec"]["nodeName"] for pod in team.pods()) == list(nodes.shared))
    assert {pod["metadata"]["labels"][pods.label] for pod in team.pods()} == {"share"}


def test_a_dedicated_daemon_set_is_refused_unless_it_selects_the_pool(team):
    assert "[daemonset-dedicate]" in team.refusal(pods.workload("DaemonSet", "agent", pods.template("agent", "dedicate")))
    meant = pods.template("agent", "dedicate", nodeSelector={pods.pool: "dedicated"})
    done = team.apply(pods.workload("DaemonSet", "agent", meant))
    assert done.returncode == 0 and "Warning: [daemonset-dedicate]" in done.stderr
    wait_until("its pods to be bound", lambda: sorted(pod["spec"]["nodeName"] for pod in team.pods()) == list(nodes.dedicated))


def test_templates_without_containers_are_told_so_by_the_api_server(team):
    """The conditions see `containers: null`; an error in them would be a refusal in the wrong words."""
    empty = {**pods.template("empty"), "spec": {"containers": None}}
    for manifest in (pods.workload("Deployment", "empty", empty), pods.cron_job("empty", empty)):
        text = team.run("create", "--validate=false", "-f", "-", input=json.dumps(manifest)).stderr
        assert "spec.containers: Required value" in text
