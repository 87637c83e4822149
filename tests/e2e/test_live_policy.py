# SPDX-License-Identifier: Apache-2.0
"""The mounted policy is followed: a good one takes effect without a restart, a bad one is refused and the last good one stays."""

import http.client
import json

import pytest
import yaml

import pods
from cluster import repository, wait_until
from installation import write_policy as write

shipped = yaml.safe_load((repository / "manifests/base/policy.yaml").read_text())


def with_spec(**fields) -> str:
    return yaml.safe_dump({**shipped, "spec": {**shipped["spec"], **fields}})


def replicas(cluster) -> list[dict]:
    return json.loads(cluster.must_kubectl("-n", "slicegate-system", "get", "pods", "-o", "json"))["items"]


def readiness(pod: dict) -> tuple[int, str]:
    connection = http.client.HTTPConnection(pod["status"]["podIP"], 8080, timeout=5)
    try:
        connection.request("GET", "/readyz?verbose")
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


@pytest.fixture(autouse=True)
def same_processes(cluster):
    """Whatever the policy becomes, no replica ends for it; at the end the shipped one holds again."""
    def lives():
        return {each.process.pid for each in cluster.kubelet.replicas.values()}
    before = lives()
    yield
    assert lives() == before
    write(cluster, (repository / "manifests/base/policy.yaml").read_text())
    wait_until("the shipped policy to hold", lambda: all(refuses_two_slices(cluster) for _ in range(10)))


def refuses_two_slices(cluster) -> bool:
    two = json.dumps(pods.gpu_pod("probe", slices=2))
    return "[single-slice]" in cluster.run_kubectl("apply", "--dry-run=server", "-f", "-", input=two).stderr


def test_a_changed_rule_takes_effect_without_a_restart(cluster, team):
    write(cluster, with_spec(rules={"single-slice": "warn"}))
    two = pods.gpu_pod("trainer", slices=2)
    wait_until("the new policy", lambda: team.apply(two, words=("--dry-run=server",)).returncode == 0)
    done = wait_until("both replicas to have it", lambda: warned_always(team, two))
    assert "Warning: [single-slice]" in done


def warned_always(team, manifest: dict) -> str | None:
    texts = [team.apply(manifest, words=("--dry-run=server",)).stderr for _ in range(8)]
    return texts[0] if all("Warning: [single-slice]" in text for text in texts) else None


@pytest.mark.parametrize("text, said", [(with_spec(rules={"single-slise": "warn"}), "single-slice"), ("spec: [", "policy.yaml")],
                         ids=["unknown-rule", "no-yaml"])
def test_a_bad_policy_is_refused_and_the_last_good_one_stays(cluster, team, text, said):
    write(cluster, text)
    for pod in replicas(cluster):
        wait_until("the refusal to be told", lambda pod=pod: said in readiness(pod)[1])
        assert readiness(pod)[0] == 200
    assert refuses_two_slices(cluster)


def test_a_changed_label_key_is_not_taken_live(cluster, team):
    """Running pods carry the old one; the text says to adopt first."""
    write(cluster, with_spec(label="example.com/gpu"))
    for pod in replicas(cluster):
        wait_until("the refusal to be told", lambda pod=pod: "adopt" in readiness(pod)[1])
    team.must_apply(pods.gpu_pod("tenant"))
    assert team.get("pod", "tenant")["metadata"]["labels"] == {pods.label: "share"}
