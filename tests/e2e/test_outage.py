# SPDX-License-Identifier: Apache-2.0
"""With slicegate down, what is about GPUs waits and nothing else does."""

import json

import pytest

import pods
from cluster import wait_until


@pytest.fixture(scope="module")
def down(cluster):
    """No replica, registrations in place. Scaling up again also shows that slicegate can start while slicegate is down."""
    cluster.must_kubectl("-n", "default", "apply", "-f", "-", input=json.dumps(survivor))
    scale(cluster, 0)
    wait_until("slicegate to be gone", lambda: failed(cluster.run_kubectl("apply", "--dry-run=server", "-f", "-", input=gpu)))
    yield
    scale(cluster, 2)
    cluster.wait_for_slicegate()
    cluster.must_kubectl("-n", "default", "delete", "pod", "survivor")


survivor = pods.gpu_pod("survivor", "share")
survivor["metadata"]["finalizers"] = ["example.com/hold"]
gpu = json.dumps(pods.gpu_pod("waits"))


def scale(cluster, replicas: int) -> None:
    cluster.must_kubectl("-n", "slicegate-system", "scale", "deployment/slicegate", f"--replicas={replicas}")


def failed(done) -> bool:
    return done.returncode != 0 and "failed calling webhook" in done.stderr


@pytest.mark.usefixtures("down")
class TestWithoutReplicas:
    def test_a_gpu_pod_is_not_admitted_unjudged(self, team):
        assert 'failed calling webhook "mutate.slicegate.dev"' in team.refusal(pods.gpu_pod("waits"))

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
        manifest = pods.pod("crowd")
        amounts = {"cpu": "1m", "memory": "1Mi", "ephemeral-storage": "1Mi", "hugepages-2Mi": "2Mi"}
        resources = {"requests": amounts, "limits": amounts}
        manifest["spec"]["containers"] = [{"name": f"c{i}", "image": "none", "resources": resources} for i in range(3000)]
        team.must("create", "--dry-run=server", "-f", "-", input=json.dumps(manifest))
