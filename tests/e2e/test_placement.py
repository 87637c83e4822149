# SPDX-License-Identifier: Apache-2.0
"""Where the real scheduler puts what slicegate has admitted."""

import nodes
import pods
from cluster import wait_until
from kubectl import render


def bound_nodes(kubectl) -> list[str]:
    return sorted(pod["spec"]["nodeName"] for pod in kubectl.pods() if "nodeName" in pod["spec"])


def test_three_dedicated_replicas_on_two_nodes_are_bound_one_a_node_and_the_third_waits(team):
    team.must_apply(pods.deployment("training", "dedicate", replicas=3))
    wait_until("two pods to be bound", lambda: len(bound_nodes(team)) == 2)
    waiting = wait_until("the third pod", lambda: [p["metadata"]["name"] for p in team.pods() if "nodeName" not in p["spec"]])
    assert "2 node(s) didn't match pod anti-affinity rules" in team.wait_unschedulable(waiting[0])
    assert bound_nodes(team) == sorted(nodes.dedicated)


def test_dedicated_pods_of_different_namespaces_never_share_a_node(make_namespace):
    first, second = make_namespace("-a"), make_namespace("-b")
    here = {pods.hostname: "dedicated-1"}
    first.must_apply(pods.gpu_pod("alone", "dedicate", nodeSelector=here))
    assert first.wait_bound("alone") == "dedicated-1"
    second.must_apply(pods.gpu_pod("pinned", "dedicate", nodeSelector=here), pods.gpu_pod("free", "dedicate"))
    assert "anti-affinity rules" in second.wait_unschedulable("pinned")
    assert second.wait_bound("free") == "dedicated-2"


def test_a_waiting_dedicated_pod_is_bound_once_the_node_is_free(team):
    here = {pods.hostname: "dedicated-1"}
    team.must_apply(pods.gpu_pod("first", "dedicate", nodeSelector=here))
    team.wait_bound("first")
    team.must_apply(pods.gpu_pod("second", "dedicate", nodeSelector=here))
    team.wait_unschedulable("second")
    team.must("delete", "pod", "first")
    assert team.wait_bound("second") == "dedicated-1"


def test_shared_pods_are_kept_off_the_dedicated_pool_without_a_label(team):
    """Nine pods for eight shared slices: the ninth waits although eight dedicated cards are idle."""
    team.must_apply(pods.deployment("inference", replicas=9))
    wait_until("eight pods to be bound", lambda: len(bound_nodes(team)) == 8)
    waiting = [p["metadata"]["name"] for p in team.pods() if "nodeName" not in p["spec"]]
    message = team.wait_unschedulable(waiting[0])
    assert "Insufficient nvidia.com/gpu" in message and "node affinity/selector" in message
    assert bound_nodes(team) == sorted(nodes.shared * 4)
    assert {p["metadata"]["labels"][pods.label] for p in team.pods()} == {"share"}


def test_four_shared_pods_share_a_node(team):
    here = {pods.hostname: "shared-1"}
    team.must_apply(*(pods.gpu_pod(f"tenant-{i}", "share", nodeSelector=here) for i in range(4)))
    assert [team.wait_bound(f"tenant-{i}") for i in range(4)] == ["shared-1"] * 4
    team.must_apply(pods.gpu_pod("tenant-4", "share", nodeSelector=here))
    assert "Insufficient nvidia.com/gpu" in team.wait_unschedulable("tenant-4")


def test_a_shared_pod_is_not_bound_beside_a_dedicated_one_that_came_first(team, move_node):
    team.must_apply(pods.gpu_pod("alone", "dedicate", nodeSelector={pods.hostname: "dedicated-1"}))
    team.wait_bound("alone")
    move_node("dedicated-1", "shared")   # out of the reserved pool: only the anti-affinity is left to keep the promise
    team.must_apply(pods.gpu_pod("neighbour", "share", nodeSelector={pods.hostname: "dedicated-1"}))
    assert "didn't satisfy existing pods anti-affinity rules" in team.wait_unschedulable("neighbour")


def test_a_dedicated_pod_is_not_bound_beside_a_shared_one_that_came_first(team, move_node):
    team.must_apply(pods.gpu_pod("neighbour", "share", nodeSelector={pods.hostname: "shared-1"}))
    team.wait_bound("neighbour")
    move_node("shared-1", "dedicated")
    team.must_apply(pods.gpu_pod("alone", "dedicate", nodeSelector={pods.hostname: "shared-1"}))
    assert "didn't match pod anti-affinity rules" in team.wait_unschedulable("alone")


def test_a_dedicated_pod_keeps_its_users_affinity_and_selector(team):
    own_term = {"labelSelector": {"matchLabels": {"app": "noisy"}}, "topologyKey": pods.hostname}
    preferred = [{"weight": 7, "podAffinityTerm": own_term}]
    on_two = [{"matchExpressions": [{"key": pods.hostname, "operator": "In", "values": ["dedicated-2"]}]}]
    affinity = {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [own_term],
                                    "preferredDuringSchedulingIgnoredDuringExecution": preferred},
                "nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": on_two}}}
    team.must_apply(pods.gpu_pod("particular", "dedicate", affinity=affinity, nodeSelector={pods.hostname: "dedicated-2"}))
    assert team.wait_bound("particular") == "dedicated-2"
    spec = team.get("pod", "particular")["spec"]
    anti = spec["affinity"]["podAntiAffinity"]
    assert anti["requiredDuringSchedulingIgnoredDuringExecution"] == [own_term, pods.dedicated_term]
    assert anti["preferredDuringSchedulingIgnoredDuringExecution"] == preferred
    assert spec["affinity"]["nodeAffinity"] == affinity["nodeAffinity"]
    assert spec["nodeSelector"] == {pods.hostname: "dedicated-2", pods.pool: "dedicated"}


def test_a_shared_pod_keeps_its_users_terms_and_each_is_kept_off(team):
    names = [{"matchExpressions": [{"key": pods.hostname, "operator": "In", "values": [name]}]} for name in ("dedicated-1", "shared-2")]
    required = {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": names}}
    team.must_apply(pods.gpu_pod("choosy", affinity={"nodeAffinity": required}))
    assert team.wait_bound("choosy") == "shared-2"
    terms = team.get("pod", "choosy")["spec"]["affinity"]["nodeAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"]
    assert terms["nodeSelectorTerms"] == [{"matchExpressions": [*term["matchExpressions"], pods.keep_off]} for term in names]


def test_in_a_crowd_every_dedicated_pod_has_its_node_alone(cluster, make_namespace):
    """Thirty pods of three namespaces at once, in mixed order, for two dedicated nodes and eight shared slices."""
    teams = [make_namespace(f"-{name}") for name in "abc"]
    crowd = [("dedicate" if number % 3 == 0 else "share") for number in range(30)]
    for number, access in enumerate(crowd):
        pod = pods.gpu_pod(f"pod-{number}", access)
        pod["metadata"]["namespace"] = teams[number % 2].namespace if access == "share" else teams[2 - number % 2].namespace
        crowd[number] = pod
    cluster.must_kubectl("apply", "-f", "-", input=render(tuple(crowd)))
    wait_until("every place to be taken", lambda: sum(len(bound_nodes(team)) for team in teams) == 10)
    access = [(pod["spec"]["nodeName"], pod["metadata"]["labels"][pods.label])
              for team in teams for pod in team.pods() if "nodeName" in pod["spec"]]
    assert sorted(access) == sorted([(node, "dedicate") for node in nodes.dedicated] + [(node, "share") for node in nodes.shared * 4])
