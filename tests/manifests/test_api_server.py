# SPDX-License-Identifier: Apache-2.0
"""A real API server takes every rendered manifest without a warning, Pod Security takes the pods, and helm installs, upgrades and
renews for real, replicas running (see tests/e2e/README.md)."""

import base64
import json
import re

import pytest
import yaml

import nodes
import programs
from cluster import Cluster, wait_until
from rendering import components, hooks, objects, run
from test_alerts import alerts

chart = programs.repository / "manifests/chart"
namespace = "slicegate-system"


class RestrictingCluster(Cluster):
    """Kubelets are held to their own nodes, as kubeadm and the large providers have it."""

    def api_server_arguments(self) -> list[str]:
        return [*super().api_server_arguments(), "--enable-admission-plugins=NodeRestriction"]


@pytest.fixture(scope="module")
def cluster(binary):
    with RestrictingCluster(binary) as cluster:
        for file in programs.custom_resource_definitions():
            cluster.must_kubectl("create", "-f", str(file))
        # kubectl itself fails on one that has no conditions yet.
        established = ("wait", "--for=condition=Established", "crd", "--all", "--timeout=30s")
        wait_until("the custom resources", lambda: cluster.run_kubectl(*established).returncode == 0)
        yield cluster


def dry_run(cluster, rendered: str) -> list[str]:
    """Nothing but the namespace is left behind: what is in it needs it, and Pod Security's warnings depend on its labels."""
    found = objects(rendered)
    if f"Namespace/{namespace}" in found:
        cluster.must_kubectl("apply", "-f", "-", input=json.dumps(found[f"Namespace/{namespace}"]))
        wait_until("its labels to be known", lambda: labels_are_known(cluster, found))
    done = cluster.run_kubectl("apply", "--dry-run=server", "-f", "-", input=rendered)
    assert done.returncode == 0 and not done.stderr, done.stderr
    told = done.stdout.splitlines()
    assert len(told) == len(found)
    return told


def labels_are_known(cluster, found) -> bool:
    """Pod Security reads namespaces from a cache."""
    forbidden = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "probe", "namespace": namespace},
                 "spec": {"automountServiceAccountToken": False, "hostNetwork": True, "containers": [{"name": "main", "image": "none"}]}}
    done = cluster.run_kubectl("create", "--dry-run=server", "-f", "-", input=json.dumps(forbidden))
    level = found[f"Namespace/{namespace}"]["metadata"]["labels"]["pod-security.kubernetes.io/enforce"]
    return ("violates PodSecurity" in done.stderr) == (level == "restricted") and "serviceaccount" not in done.stderr


@pytest.mark.parametrize("component", [None, *components])
@pytest.mark.parametrize("overlay", ["own-ca", "cert-manager"])
def test_the_api_server_takes_each_overlay_without_a_warning(cluster, render, overlay, component):
    dry_run(cluster, render(f"overlays/{overlay}", *([component] if component else [])))


def test_the_api_server_takes_all_components_together(cluster, render):
    dry_run(cluster, render("overlays/own-ca", *components))


@pytest.mark.parametrize("values", [
    "monitoring.enabled=true,autoscaling.enabled=true,hardened.enabled=true", "certificate.source=certManager", "hostNetwork=true", "auditOnly=true",
    "policy.label=example.com/gpu,policy.pools[0].name=a,policy.pools[0].access=dedicate,policy.pools[0].reserved=true,"
    "policy.pools[0].nodeSelector.rack=one", "policy.pools=null"])
def test_the_api_server_takes_what_the_chart_makes(cluster, values):
    """Its expressions too: the API server compiles them."""
    dry_run(cluster, run(programs.helm(), "template", "slicegate", chart, "--namespace", namespace, "--skip-tests",
                         "--set", f"namespace.create=true,{values}"))


@pytest.fixture(scope="module")
def restricted(cluster):
    cluster.must_kubectl("apply", "-f", "-", input=json.dumps({
        "apiVersion": "v1", "kind": "Namespace",
        "metadata": {"name": "restricted", "labels": {f"pod-security.kubernetes.io/{mode}": "restricted" for mode in ("enforce", "warn")}}}))
    cluster.must_kubectl("-n", "restricted", "create", "serviceaccount", "slicegate")
    return "restricted"


def pod_of(rendered: dict, name: str) -> dict:
    template = rendered["Deployment/slicegate"]["spec"]["template"]
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "labels": template["metadata"]["labels"]}, "spec": template["spec"]}


def test_the_pods_pass_pod_security_restricted(cluster, render, restricted):
    """And a single thing less would not."""
    pod = pod_of(objects(render("base")), "replica")
    helms = objects(run(programs.helm(), "template", "slicegate", chart))["Pod/slicegate-test-policy"]
    helms["metadata"] = {"name": "policy"}
    loose = json.loads(json.dumps(pod))
    del loose["spec"]["containers"][0]["securityContext"]["capabilities"]
    for wanted, given in ((0, pod), (0, helms), (1, loose)):
        done = cluster.run_kubectl("-n", restricted, "create", "--dry-run=server", "-f", "-", input=json.dumps(given))
        assert done.returncode == wanted and ('violates PodSecurity "restricted:latest"' in done.stderr) == bool(wanted), done.stderr


def some_pod(**spec) -> str:
    """With a GPU, or with these fields."""
    container = {"name": "main", "image": "none", "resources": {"limits": {"nvidia.com/gpu": "1"}} if not spec else {}}
    return json.dumps({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "asked", "namespace": "default"},
                       "spec": {"containers": [container], **spec}})


@pytest.fixture
def nobody_behind(cluster, render):
    """The registrations without a server."""
    registrations = [item for key, item in objects(render("overlays/own-ca")).items() if "WebhookConfiguration" in key]
    cluster.must_kubectl("apply", "-f", "-", input="---\n".join(json.dumps(item) for item in registrations))
    yield
    cluster.must_kubectl("delete", "validatingwebhookconfiguration,mutatingwebhookconfiguration", "slicegate")


@pytest.mark.usefixtures("nobody_behind")
def test_the_api_server_counts_what_the_alerts_ask_for(cluster):
    """With its own names and labels: a call that fails, and one that fails open."""
    def create(pod: str):
        return cluster.run_kubectl("create", "--dry-run=server", "-f", "-", input=pod)
    wait_until("the registrations to hold", lambda: "failed calling webhook" in create(some_pod()).stderr)
    wait_until("advise to be called", lambda: create(some_pod(nodeSelector={"slicegate.dev/pool": "dedicated"})).returncode >= 0 and
               'fail_open_count{name="advise.slicegate.dev",type="validating"}' in cluster.api.get("/metrics"))
    told = cluster.api.get("/metrics")
    assert re.search(r'^apiserver_admission_webhook_rejection_count\{error_type="calling_webhook_error",name="mutate.slicegate.dev",', told, re.MULTILINE)
    named = set(re.findall(r"\bapiserver_[a-z_]+", " ".join(rule["expr"] for rule in alerts.values())))
    assert len(named) == 3
    for name in named:
        assert re.search(rf'^{name}\{{.*name="(mutate|validate|advise)\.slicegate\.dev"', told, re.MULTILINE), name


def test_a_kubelet_forges_a_pools_label_unless_it_is_restricted(cluster):
    """What docs/operations.md advises."""
    cluster.must_kubectl("create", "clusterrolebinding", "nodes", "--clusterrole=system:node", "--group=system:nodes")
    kubelet = ("--as", "system:node:shared-1", "--as-group", "system:nodes", "label", "node", "shared-1", "--overwrite", "--dry-run=server")
    wait_until("the kubelet's rights", lambda: cluster.run_kubectl(*kubelet, "any=value").returncode == 0)
    assert cluster.run_kubectl(*kubelet, "slicegate.dev/pool=dedicated").returncode == 0
    done = cluster.run_kubectl(*kubelet, "node-restriction.kubernetes.io/gpu-pool=dedicated")
    assert done.returncode == 1 and "is not allowed to modify labels: node-restriction.kubernetes.io/gpu-pool" in done.stderr, done.stderr


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
def release(cluster, restricted):
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
