# SPDX-License-Identifier: Apache-2.0
"""With slicegate down, what is about GPUs waits and nothing else does."""

import json

import pytest

import pods
from cluster import repository, wait_until
from kubectl import Kubectl, render


@pytest.fixture(scope="module")
def down(cluster):
    """No replica, registrations in place. Scaling up again also shows that slicegate can start while slicegate is down."""
    kubectl = Kubectl(cluster, "default")
    kubectl.must_apply(survivor, survivors)
    kubectl.wait_bound("survivor")
    scale(cluster, 0)
    wait_until("slicegate to be gone", lambda: failed(cluster.run_kubectl("apply", "--dry-run=server", "-f", "-", input=gpu)))
    yield
    scale(cluster, 2)
    cluster.wait_for_slicegate()
    kubectl.must("delete", "pod/survivor", "deployment/survivors")


survivor = pods.pod("survivor", {"limits": {pods.gpu: "1"}, "requests": {"cpu": "100m"}}, {pods.label: "share"})
survivor["metadata"]["finalizers"] = ["example.com/hold"]
survivors = pods.deployment("survivors", replicas=0)
gpu = json.dumps(pods.gpu_pod("waits"))


def scale(cluster, replicas: int) -> None:
    cluster.must_kubectl("-n", "slicegate-system", "scale", "deployment/slicegate", f"--replicas={replicas}")


def failed(done) -> bool:
    return done.returncode != 0 and "failed calling webhook" in done.stderr


fail_open = 'apiserver_admission_webhook_fail_open_count{name="advise.slicegate.dev"'


def count(cluster, metric: str) -> float:
    """Of all series of the API server that begin so."""
    lines = cluster.must_kubectl("get", "--raw", "/metrics").splitlines()
    return sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith(metric))


def changed(**container) -> dict:
    manifest = pods.pod("monitor")
    manifest["spec"]["containers"][0].update(container)
    return manifest


def annotated(key: str) -> dict:
    manifest = pods.pod("monitor")
    manifest["metadata"]["annotations"] = {key: "nvidia.com/gpu=all"}
    return manifest


repelling = {"labelSelector": {"matchExpressions": [{"key": pods.label, "operator": "Exists"}]}, "topologyKey": pods.hostname}
of_list = [{"name": "list", "mountPath": "/var/run/nvidia-container-devices/all"}]
null_volume = [{"name": "list", "hostPath": {"path": "/dev/null"}}]
reaching = {
    "env": changed(env=[{"name": "NVIDIA_VISIBLE_DEVICES", "value": "all"}]),
    "mig-env": changed(env=[{"name": "NVIDIA_MIG_MONITOR_DEVICES", "value": "all"}]),
    "host-path": pods.pod("monitor", volumes=[{"name": "card", "hostPath": {"path": "/dev/nvidia0"}}]),
    "device-list": {**pods.pod("monitor"), "spec": {**changed(volumeMounts=of_list)["spec"], "volumes": null_volume}},
    "cdi": annotated("cdi.k8s.io/all"),
    "nri": annotated("devices.nri.io/container.main"),
    "repels": pods.pod("monitor", affinity={"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [repelling]}}),
}


@pytest.mark.usefixtures("down")
class TestWithoutReplicas:
    def test_a_gpu_pod_is_not_admitted_unjudged(self, team):
        assert 'failed calling webhook "mutate.slicegate.dev"' in team.refusal(pods.gpu_pod("waits"))

    def test_the_message_says_who_is_away_as_the_documentation_quotes_it(self, team):
        text = team.refusal(pods.gpu_pod("waits")).partition("Internal error occurred: ")[2].strip()
        assert text.endswith('no endpoints available for service "slicegate"')
        assert text in (repository / "docs/operations.md").read_text()

    def test_pods_without_gpus_are_created_as_if_nothing_had_happened(self, cluster, team):
        """A hundred, none asked about. Controllers of other tests may try theirs again meanwhile, so a few calls are not ours."""
        called = "apiserver_admission_webhook_request_total{"
        before = count(cluster, called)
        team.must("create", "-f", "-", input=render(tuple(pods.pod(f"web-{i}") for i in range(100))))
        assert count(cluster, called) - before < 50

    def test_a_labelled_pod_is_not_admitted_unjudged(self, team):
        assert "failed calling webhook" in team.refusal(pods.pod("waits", labels={pods.label: "share"}))

    def test_a_pod_without_gpus_is_admitted_and_bound(self, team):
        team.must_apply(pods.pod("web", {"requests": {"cpu": "100m", "memory": "64Mi"}}))
        team.wait_bound("web")

    def test_a_pod_with_hugepages_is_admitted_and_bound(self, team):
        amounts = {"hugepages-2Mi": "64Mi", "memory": "64Mi", "cpu": "1"}
        team.must_apply(pods.pod("database", {"requests": amounts, "limits": amounts}))
        team.wait_bound("database")

    def test_a_pod_with_another_extended_resource_waits_like_a_gpu_pod(self, team):
        """Which resources are GPUs is the policy's word, and the registration must not depend on it."""
        assert "failed calling webhook" in team.refusal(pods.pod("router", {"limits": {"example.com/nic": 1}}))

    def test_a_pod_with_a_resource_claim_waits_like_a_gpu_pod(self, team):
        claims = [{"name": "gpu", "resourceClaimTemplateName": "one"}]
        assert "failed calling webhook" in team.refusal(pods.pod("claimant", resourceClaims=claims))

    def test_gpus_of_init_containers_count(self, team):
        manifest = pods.pod("warm-up")
        manifest["spec"]["initContainers"] = pods.gpu_pod("x")["spec"]["containers"]
        manifest["spec"]["initContainers"][0]["name"] = "first"
        assert "failed calling webhook" in team.refusal(manifest)

    def test_a_pod_without_gpus_that_names_the_reserved_pool_is_admitted(self, team):
        team.must_apply(pods.pod("exporter", nodeSelector={pods.pool: "dedicated"}))
        assert team.wait_bound("exporter").startswith("dedicated-")

    def test_a_gpu_pod_can_be_annotated_lose_its_finalizers_and_be_deleted(self, cluster):
        kubectl = ("-n", "default")
        cluster.must_kubectl(*kubectl, "annotate", "pod", "survivor", "note=seen")
        cluster.must_kubectl(*kubectl, "patch", "pod", "survivor", "--type=merge", "-p", '{"metadata":{"finalizers":null}}')
        cluster.must_kubectl(*kubectl, "delete", "pod", "survivor", "--dry-run=server")

    def test_the_label_of_a_gpu_pod_still_cannot_be_changed(self, cluster):
        done = cluster.run_kubectl("-n", "default", "label", "pod", "survivor", f"{pods.label}=dedicate", "--overwrite")
        assert 'failed calling webhook "validate.slicegate.dev"' in done.stderr

    def test_nor_can_it_through_the_status_which_the_kubelet_still_writes(self, cluster):
        words = ("-n", "default", "patch", "pod", "survivor", "--subresource=status", "--type=merge", "-p")
        cluster.must_kubectl(*words, '{"status":{"message":"alive"}}')
        done = cluster.run_kubectl(*words, json.dumps({"metadata": {"labels": {pods.label: "dedicate"}}}))
        assert 'failed calling webhook "validate.slicegate.dev"' in done.stderr

    def test_a_gpu_pod_can_be_debugged_and_resized(self, cluster):
        kubectl = ("-n", "default")
        cluster.must_kubectl(*kubectl, "debug", "survivor", "--image=none", "--profile=general", "--container=debugger")
        change = {"spec": {"containers": [{"name": "main", "resources": {"requests": {"cpu": "200m"}}}]}}
        cluster.must_kubectl(*kubectl, "patch", "pod", "survivor", "--subresource=resize", "-p", json.dumps(change))

    def test_a_gpu_deployment_is_not_admitted_unjudged(self, team):
        assert 'failed calling webhook "templates.slicegate.dev"' in team.refusal(pods.deployment("waits"))

    def test_a_gpu_deployment_that_stands_can_be_scaled_and_annotated(self, cluster):
        kubectl = ("-n", "default")
        cluster.must_kubectl(*kubectl, "annotate", "deployment", "survivors", "note=seen")
        cluster.must_kubectl(*kubectl, "scale", "deployment", "survivors", "--replicas=1")
        cluster.must_kubectl(*kubectl, "scale", "deployment", "survivors", "--replicas=0")

    def test_workloads_without_gpus_are_admitted_and_run(self, team):
        plain = {"metadata": {"labels": {"app": "web"}}, "spec": pods.pod("web")["spec"]}
        team.must_apply(pods.workload("Deployment", "web", plain), pods.workload("DaemonSet", "web", plain),
                        pods.workload("StatefulSet", "web", plain), pods.job("web", plain), pods.cron_job("web", plain))
        team.must("create", "job", "tonight", "--from=cronjob/web")
        team.must("rollout", "status", "deployment/web", "--timeout=30s")

    def test_a_template_without_gpus_that_names_the_reserved_pool_is_admitted(self, team):
        aimed = {"metadata": {"labels": {"app": "web"}}, "spec": pods.pod("web", nodeSelector={pods.pool: "dedicated"})["spec"]}
        team.must_apply(pods.workload("Deployment", "web", aimed, replicas=0))

    @pytest.mark.parametrize("reach", reaching, ids=lambda item: item)
    def test_a_pod_without_gpus_that_reaches_for_cards_is_asked_about_and_admitted(self, cluster, team, reach):
        before = count(cluster, fail_open)
        team.must("create", "--dry-run=server", "-f", "-", input=json.dumps(reaching[reach]))
        assert count(cluster, fail_open) == before + 1

    def test_an_ephemeral_container_of_a_pod_without_gpus_is_asked_about_where_it_reaches_for_cards(self, cluster, team):
        team.must_apply(pods.pod("web"))
        before = count(cluster, fail_open)
        debug = ("debug", "web", "--image=none", "--profile=general")
        team.must(*debug, "--container=plain")
        assert count(cluster, fail_open) == before
        team.must(*debug, "--container=reaching", "--env=NVIDIA_VISIBLE_DEVICES=all")
        assert count(cluster, fail_open) == before + 1

    def test_a_pod_without_gpus_is_not_even_asked_about(self, cluster, team):
        before = count(cluster, fail_open)
        ordinary = changed(env=[{"name": "LEVEL", "value": "1"}], volumeMounts=[{"name": "data", "mountPath": "/data"}])
        ordinary["spec"]["volumes"] = [{"name": "data", "hostPath": {"path": "/srv"}}]
        ordinary["metadata"]["annotations"] = {"example.com/note": "seen"}
        team.must("create", "--dry-run=server", "-f", "-", input=json.dumps(ordinary))
        assert count(cluster, fail_open) == before

    def test_a_pod_of_kube_system_is_admitted(self, cluster):
        manifest = pods.gpu_pod("device-plugin-check")
        cluster.must_kubectl("-n", "kube-system", "apply", "--dry-run=server", "-f", "-", input=json.dumps(manifest))

    def test_a_pod_without_containers_is_told_so_by_the_api_server(self, team):
        """The conditions see `containers: null`; an error in them would be a refusal in the wrong words."""
        text = team.refusal({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "empty"}, "spec": {"containers": None}},
                            words=("--validate=false",))
        assert "spec.containers: Required value" in text

    def test_empty_node_affinity_does_not_upset_the_conditions(self, team):
        required = {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": None}}
        text = team.refusal(pods.pod("empty", affinity={"nodeAffinity": required}), words=("--validate=false",))
        assert "nodeSelectorTerms: Required value" in text

    def test_a_pod_of_three_thousand_containers_stays_within_the_cost_of_the_conditions(self, team):
        team.must("create", "--dry-run=server", "-f", "-", input=json.dumps({**pods.pod("crowd"), "spec": crowd()}))

    def test_so_do_a_template_of_three_thousand_containers_and_its_update(self, team):
        """CREATE and UPDATE; the update compares both templates first."""
        template = {"metadata": {"labels": {"app": "crowd"}}, "spec": crowd()}
        team.must("create", "-f", "-", input=json.dumps(pods.workload("Deployment", "crowd", template, replicas=0)))
        team.must("set", "image", "deployment/crowd", "c2999=newer")

    def test_no_condition_has_ever_erred(self, cluster):
        """Under Ignore that would be a hook that is never called, and nobody would notice."""
        assert count(cluster, "apiserver_admission_match_condition_evaluation_seconds_count") > 0
        assert count(cluster, "apiserver_admission_match_condition_evaluation_errors_total") == 0


def crowd() -> dict:
    amounts = {"cpu": "1m", "memory": "1Mi", "ephemeral-storage": "1Mi", "hugepages-2Mi": "2Mi"}
    resources = {"requests": amounts, "limits": amounts}
    variables = [{"name": "LEVEL", "value": "1"}]
    return {"containers": [{"name": f"c{i}", "image": "none", "resources": resources, "env": variables} for i in range(3000)]}
