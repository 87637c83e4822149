# SPDX-License-Identifier: Apache-2.0
"""helm installs, upgrades and renews for real, replicas running (see tests/e2e/README.md)."""

import base64
import json

import pytest
import yaml

import nodes
import programs
from cluster import wait_until
from rendering import hooks, objects, run

chart = programs.repository / "manifests/chart"
namespace = "slicegate-system"


class Helm:
    """One release in the cluster."""

    def __init__(self, cluster):
        self.cluster = cluster

    def run(self, *words: str) -> str:
        return run("env", f"KUBECONFIG={self.cluster.kubeconfig}", programs.helm(), "--namespace", namespace, *words)

    def upgrade(self, *values: str) -> str:
        sets = [word for value in values for word in ("--set", value)]
        return self.run("upgrade", "--install", "slicegate", str(chart), "--create-namespace", "--wait", "--timeout", "90s", *sets)

    def secret(self) -> dict[str, str]:
        text = self.cluster.must_kubectl("-n", namespace, "get", "secret", "slicegate-tls", "-o", "json")
        return {name: base64.b64decode(value).decode() for name, value in json.loads(text)["data"].items()}

    def trusted(self) -> str:
        kinds = "mutatingwebhookconfiguration,validatingwebhookconfiguration"
        items = json.loads(self.cluster.must_kubectl("get", kinds, "slicegate", "-o", "json"))["items"]
        bundles = {hook["clientConfig"]["caBundle"] for item in items for hook in item["webhooks"]}
        assert len(bundles) == 1
        return base64.b64decode(bundles.pop()).decode()


@pytest.fixture(scope="module")
def release(cluster):
    helm = Helm(cluster)
    helm.notes = helm.upgrade()
    cluster.wait_for_slicegate()
    yield helm
    helm.run("uninstall", "slicegate", "--wait")


def test_helm_installs_and_says_what_to_do_next(release):
    assert "kubectl label node NODE slicegate.dev/pool=dedicated" in release.notes
    assert release.trusted() == release.secret()["ca.crt"]


def test_an_upgrade_keeps_the_certificate_and_brings_the_policy(release, cluster):
    before = release.secret()
    release.upgrade("policy.help=https://example.com/gpus")
    assert release.secret() == before and release.trusted() == before["ca.crt"]
    policy = cluster.must_kubectl("-n", namespace, "get", "configmap", "slicegate-policy", "-o", "jsonpath={.data.policy\\.yaml}")
    assert yaml.safe_load(policy)["spec"]["help"] == "https://example.com/gpus"


def test_a_renewal_goes_on_trusting_the_ca_that_replicas_still_serve(release, cluster):
    before = release.secret()
    release.upgrade("certificate.renewal=1")
    after = release.secret()
    assert after["tls.crt"] != before["tls.crt"] and after["ca.crt"].endswith(before["ca.crt"])
    assert release.trusted() == after["ca.crt"]
    cluster.wait_for_slicegate()   # whichever of the two pairs is served at this moment
    release.upgrade()   # with the values of the last time
    assert release.secret() == after
    release.upgrade("certificate.renewal=2")
    assert release.secret()["ca.crt"].count("BEGIN CERTIFICATE") == 2   # the bundle does not grow


def test_an_old_certificate_is_renewed_by_the_next_upgrade(release, cluster):
    before = release.secret()
    for days, renewed in ((200, False), (250, True)):
        made = int(cluster.must_kubectl("-n", namespace, "get", "secret", "slicegate-tls", "-o",
                                        "jsonpath={.metadata.annotations.slicegate\\.dev/made}"))
        cluster.must_kubectl("-n", namespace, "annotate", "--overwrite", "secret", "slicegate-tls", f"slicegate.dev/made={made - days * 86400}")
        release.upgrade()
        assert (release.secret() != before) == renewed
        cluster.must_kubectl("-n", namespace, "annotate", "--overwrite", "secret", "slicegate-tls", f"slicegate.dev/made={made}")


def test_the_autoscaler_keeps_two_replicas_without_any_metrics(release, cluster):
    """There is no metrics-server here. The upgrade takes the Deployment's number away, for which Kubernetes puts one."""
    release.upgrade("autoscaling.enabled=true")
    wanted = ("-n", namespace, "get", "deployment", "slicegate", "-o", "jsonpath={.spec.replicas} {.status.readyReplicas}")
    wait_until("two replicas", lambda: cluster.must_kubectl(*wanted) == "2 2", 90)
    release.upgrade("autoscaling.enabled=true")
    assert cluster.must_kubectl(*wanted).startswith("2 ")
    release.upgrade("autoscaling.enabled=false")


def nodes_of_replicas(cluster) -> set[str]:
    pods = json.loads(cluster.must_kubectl("-n", namespace, "get", "pods", "-l", "app.kubernetes.io/name=slicegate", "-o", "json"))["items"]
    ready = [pod for pod in pods if {"type": "Ready", "status": "True"}.items() <= ready_condition(pod).items()]
    return {pod["spec"]["nodeName"] for pod in ready}


def ready_condition(pod: dict) -> dict:
    return next((item for item in pod["status"].get("conditions", []) if item["type"] == "Ready"), {})


@pytest.fixture
def only_dedicated_nodes(cluster):
    """Others take no pod for a while."""
    others = (*nodes.shared, *nodes.system)
    cluster.must_kubectl("cordon", *others)
    yield
    cluster.must_kubectl("uncordon", *others)


def test_replicas_are_apart_and_off_dedicated_nodes(release, cluster):
    found = wait_until("two nodes", lambda: (found := nodes_of_replicas(cluster)) and len(found) == 2 and found)
    assert not found & set(nodes.dedicated)


def test_where_all_nodes_are_dedicated_slicegate_runs_all_the_same(release, cluster, only_dedicated_nodes):
    cluster.must_kubectl("-n", namespace, "delete", "pods", "-l", "app.kubernetes.io/name=slicegate", "--grace-period=0", "--force")
    wait_until("replicas on both dedicated nodes", lambda: nodes_of_replicas(cluster) == set(nodes.dedicated))


def test_hooks_of_the_release_are_those_of_the_base(release, cluster, render):
    items = json.loads(cluster.must_kubectl("get", "validatingwebhookconfiguration,mutatingwebhookconfiguration", "slicegate", "-o", "json"))["items"]
    ours = {hook["name"]: hook["matchConditions"] for item in items for hook in item["webhooks"]}
    assert ours == {name: hook["matchConditions"] for name, hook in hooks(objects(render("base"))).items()}
