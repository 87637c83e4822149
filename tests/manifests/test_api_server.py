# SPDX-License-Identifier: Apache-2.0
"""A real API server takes every rendered manifest without a warning, and Pod Security the pods. It counts what alerts ask for, and
holds kubelets to what the documentation says."""

import json
import re

import pytest

import programs
from cluster import wait_until
from rendering import components, objects, run
from test_alerts import alerts

chart = programs.repository / "manifests/chart"
namespace = "slicegate-system"


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
