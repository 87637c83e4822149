# SPDX-License-Identifier: Apache-2.0
"""`slicegate install | kubectl apply -f -`, from a cluster without slicegate: installed, renewed, with a policy of one's own."""

import base64
import json

import pytest
import yaml

import pods
from cluster import wait_until
from installation import installed_by_command, remove, roll_out
from test_outage import scale

own_label = "team.example.com/card"
own_policy = {"apiVersion": "slicegate.dev/v1alpha1", "kind": "GpuPolicy", "spec": {
    "label": own_label, "hideGpus": True,
    "pools": [{"name": "dedicated", "access": "dedicate", "reserved": "hard"}]}}


@pytest.fixture(scope="module", autouse=True)
def removed(cluster):
    """At the end it is again as the other tests have it."""
    remove(cluster)
    yield
    remove(cluster)
    cluster.install()


def bundles(cluster) -> list[str]:
    """The caBundle of each hook, as PEM."""
    kinds = "mutatingwebhookconfiguration,validatingwebhookconfiguration"
    items = json.loads(cluster.must_kubectl("get", kinds, "-o", "json"))["items"]
    return [base64.b64decode(hook["clientConfig"]["caBundle"]).decode() for item in items for hook in item["webhooks"]]


def certificates(pem: str) -> list[str]:
    return pem.split("-----END CERTIFICATE-----\n")[:-1]


def reloads(cluster) -> int:
    return sum(path.read_text(errors="replace").count("certificate reloaded") for path in cluster.logs())


def without_certificates(text: str) -> dict:
    objects = {(item["kind"], item["metadata"]["name"]): item for item in yaml.safe_load_all(text) if item}
    objects["Secret", "slicegate-tls"]["data"] = sorted(objects["Secret", "slicegate-tls"]["data"])
    for item in objects.values():
        for hook in item.get("webhooks", []):
            assert hook["clientConfig"].pop("caBundle")
    return objects


def test_it_prints_the_objects_that_kustomize_makes(cluster):
    """The overlay in the cluster's folder has a certificate of its own."""
    made = cluster.must_kubectl("kustomize", str(cluster.folder / "manifests/overlays/own-ca"))
    assert without_certificates(cluster.must_run("install")) == without_certificates(made)


def test_from_nothing_to_pods_judged_and_a_renewal_that_refuses_nobody(cluster, team):
    installed_by_command(cluster)
    assert "asks for 2 slices, at most 1 is allowed" in team.refusal(pods.gpu_pod("greedy", slices=2))
    team.must_apply(pods.gpu_pod("alone", "dedicate"))
    assert team.wait_bound("alone").startswith("dedicated-")

    before, seen = bundles(cluster), reloads(cluster)
    assert len(set(before)) == 1 and len(certificates(before[0])) == 1
    registration = cluster.must_kubectl("get", "validatingwebhookconfiguration", "slicegate", "-o", "json")
    cluster.must_kubectl("apply", "-f", "-", input=cluster.must_run("install", "--renew", "-", input=registration))
    after = bundles(cluster)
    assert len(set(after)) == 1 and certificates(after[0])[1:] == certificates(before[0])

    def both_have_reloaded() -> bool:
        team.must("create", "--dry-run=server", "-f", "-", input=json.dumps(pods.gpu_pod("meanwhile")))
        return reloads(cluster) >= seen + 2
    wait_until("both replicas to take up the new certificate", both_have_reloaded)


@pytest.fixture(scope="module")
def own(cluster):
    """A policy with a label key of its own, over what stands; a label is not changed live, so the replicas are made anew."""
    path = cluster.folder / "own.yaml"
    path.write_text(yaml.safe_dump(own_policy))
    installed_by_command(cluster, "--config", str(path))
    roll_out(cluster)
    wait_until("the policy for hard reserved pools", lambda: keeps_off(dry_run(cluster, pods.pod("probe"))))
    return path


def dry_run(cluster, pod: dict) -> dict:
    """The pod as it would be stored."""
    text = cluster.must_kubectl("-n", "default", "create", "--dry-run=server", "-o", "json", "-f", "-", input=json.dumps(pod))
    return json.loads(text)


def required_terms(pod: dict) -> list[dict]:
    affinity = pod["spec"].get("affinity", {}).get("nodeAffinity", {})
    return affinity.get("requiredDuringSchedulingIgnoredDuringExecution", {}).get("nodeSelectorTerms", [])


def keeps_off(pod: dict) -> bool:
    """Every term that matches any node at all has the expression, once."""
    terms = [term for term in required_terms(pod) if term]
    return bool(terms) and all(term.get("matchExpressions", []).count(pods.keep_off) == 1 for term in terms)


def with_terms(*terms: dict) -> dict:
    required = {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": list(terms)}}
    return pods.pod("web", affinity={"nodeAffinity": required})


zone = {"key": "zone", "operator": "In", "values": ["a"]}
by_name = {"key": "metadata.name", "operator": "In", "values": ["dedicated-1"]}
by_host = {"key": pods.hostname, "operator": "In", "values": ["dedicated-1", "dedicated-2", "system-2"]}
shapes = {
    "no affinity": pods.pod("web"),
    "another affinity": pods.pod("web", affinity={"podAffinity": {}}),
    "one term": with_terms({"matchExpressions": [zone]}),
    "two terms": with_terms({"matchExpressions": [zone]}, {"matchExpressions": [zone], "matchFields": [by_name]}),
    "fields alone": with_terms({"matchFields": [by_name]}),
    "an empty term beside": with_terms({}, {"matchExpressions": [zone]}),
    "done already": with_terms({"matchExpressions": [pods.keep_off]}),
}


def check_shapes(cluster) -> None:
    for name, pod in shapes.items():
        made = dry_run(cluster, pod)
        assert keeps_off(made), f"{name}: {made['spec'].get('affinity')}"
        kept = [term.get("matchFields") for term in required_terms(made)]
        assert kept == [term.get("matchFields") for term in required_terms(pod)] or not required_terms(pod), name


def on_all_nodes(team) -> bool:
    places = {pod["metadata"]["name"]: pod["spec"].get("nodeName") for pod in team.pods()}
    assert len(set(places.values()) - {None}) == 6, places
    return True


@pytest.mark.usefixtures("own")
class TestPolicyOfOnesOwn:
    def test_a_label_of_ones_own_is_sent_written_and_held(self, team):
        team.must_apply(pods.gpu_pod("tenant"), pods.pod("gone", {"limits": {pods.gpu: "1"}}, {own_label: "dedicate"}))
        assert team.get("pod", "tenant")["metadata"]["labels"] == {own_label: "share"}
        assert team.wait_bound("gone").startswith("dedicated-")
        assert "[label-needs-gpu]" in team.refusal(pods.pod("pretender", labels={own_label: "share"}))

    def test_cards_are_hidden_from_pods_that_ask_for_none(self, team):
        team.must_apply(pods.pod("web"))
        env = team.get("pod", "web")["spec"]["containers"][0]["env"]
        assert env == [{"name": "NVIDIA_VISIBLE_DEVICES", "value": "void"}]

    def test_pods_without_gpus_are_kept_off_whatever_their_affinity(self, cluster, team):
        check_shapes(cluster)
        empty = dry_run(cluster, with_terms({}))
        assert required_terms(empty) == [{}]
        team.must_apply(with_terms({"matchExpressions": [by_host]}, {"matchFields": [by_name]}))
        assert team.wait_bound("web") == "system-2"
        alone = with_terms({"matchFields": [by_name]})
        alone["metadata"]["name"] = "alone"
        team.must_apply(alone)
        assert "didn't match Pod's node affinity" in team.wait_unschedulable("alone")

    def test_a_daemon_set_and_gpu_pods_are_left_alone(self, cluster, team):
        plain = {"metadata": {"labels": {"app": "exporter"}}, "spec": pods.pod("exporter")["spec"]}
        team.must_apply(pods.workload("DaemonSet", "exporter", plain))
        wait_until("the daemon's pods", lambda: on_all_nodes(team), seconds=20)
        assert not any(pods.keep_off in term.get("matchExpressions", []) for pod in team.pods() for term in required_terms(pod))
        forged = pods.pod("forged")
        forged["metadata"]["ownerReferences"] = [{"apiVersion": "apps/v1", "kind": "DaemonSet", "name": "exporter", "uid": "1",
                                                  "controller": True}]
        assert keeps_off(dry_run(cluster, forged))
        assert not keeps_off(dry_run(cluster, pods.pod("alone", {"limits": {pods.gpu: "1"}}, {own_label: "dedicate"})))

    def test_for_an_older_kubernetes_the_webhook_does_it(self, cluster, own):
        installed_by_command(cluster, "--config", str(own), "--kubernetes", "1.35")
        cluster.must_kubectl("delete", "mutatingadmissionpolicy,mutatingadmissionpolicybinding", "slicegate")
        check_shapes(cluster)
        installed_by_command(cluster, "--config", str(own))

    def test_with_slicegate_down_they_are_still_kept_off_and_wait_for_nothing(self, cluster):
        scale(cluster, 0)
        gpu = json.dumps(pods.gpu_pod("waits"))
        wait_until("slicegate to be gone", lambda: "failed calling webhook" in cluster.run_kubectl(
            "create", "--dry-run=server", "-f", "-", input=gpu).stderr)
        wait_until("the policy for hard reserved pools", lambda: keeps_off(dry_run(cluster, pods.pod("probe"))))
        check_shapes(cluster)
