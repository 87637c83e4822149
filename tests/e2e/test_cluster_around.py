# SPDX-License-Identifier: Apache-2.0
"""What else is in the cluster, and what it does to the promise: the facts of that chapter of docs/operations.md."""

import json
import os
import subprocess

import pytest
import yaml

import nodes
import pods
from cluster import repository, wait_until
from installation import admission_configuration, api_server_with
from kubectl import create_namespace

dedicated_one = {pods.hostname: "dedicated-1"}
affinity_scope = {"matchExpressions": [{"scopeName": "CrossNamespacePodAffinity", "operator": "Exists"}]}


def quota(amount: int) -> dict:
    return {"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": "dedicated-gpu-pods"},
            "spec": {"hard": {"pods": str(amount)}, "scopeSelector": affinity_scope}}


def granted(kubectl, amount: int) -> None:
    kubectl.must_apply(quota(amount))
    wait_until("the quota to be counted", lambda: kubectl.get("resourcequota", "dedicated-gpu-pods")["status"].get("used"))


class TestABudgetOfDedicatedPods:
    def test_the_quota_counts_them_alone(self, team):
        granted(team, 1)
        team.must_apply(pods.gpu_pod("first", "dedicate"), pods.gpu_pod("tenant"))
        text = team.refusal(pods.gpu_pod("second", "dedicate"))
        assert "exceeded quota: dedicated-gpu-pods, requested: pods=1, used: pods=1, limited: pods=1" in text


@pytest.fixture(scope="class")
def budgeted(cluster):
    """A namespace with a quota; made before the API server restarts, since the quota controller then takes its time."""
    kubectl = create_namespace(cluster, "budgeted")
    granted(kubectl, 5)
    yield kubectl
    kubectl.run("delete", "pods", "--all", "--force", "--grace-period=0")
    cluster.run_kubectl("delete", "namespace", "budgeted", "--wait=false")


@pytest.fixture(scope="class")
def limited(cluster, budgeted):
    """An API server that wants a quota for pods with a term over other namespaces, as hardened clusters have it."""
    limits = {"apiVersion": "apiserver.config.k8s.io/v1", "kind": "ResourceQuotaConfiguration",
              "limitedResources": [{"resource": "pods", "matchScopes": affinity_scope["matchExpressions"]}]}
    with api_server_with(cluster, admission_configuration(cluster, ResourceQuota=limits)):
        cluster.wait_for_slicegate()
        yield


class TestQuotaForPodAffinityAcrossNamespaces:
    """Dedicated pods have a term over all namespaces, so they count in this scope; shared pods have none."""

    def test_without_a_quota_where_one_is_demanded_the_user_reads_this(self, limited, team):
        text = team.refusal(pods.gpu_pod("training", "dedicate"))
        assert "insufficient quota to match these scopes: [{CrossNamespacePodAffinity Exists []}]" in text
        team.must_apply(pods.gpu_pod("tenant"))

    def test_a_quota_lets_them_in(self, limited, budgeted):
        budgeted.must_apply(pods.gpu_pod("training", "dedicate"))


@pytest.fixture(scope="class")
def priorities(cluster):
    made = [{"apiVersion": "scheduling.k8s.io/v1", "kind": "PriorityClass", "metadata": {"name": name}, "value": 1000,
             "preemptionPolicy": policy} for name, policy in (("urgent", "PreemptLowerPriority"), ("patient", "Never"))]
    cluster.must_kubectl("apply", "-f", "-", input=json.dumps({"apiVersion": "v1", "kind": "List", "items": made}))
    yield
    cluster.must_kubectl("delete", "priorityclass", "urgent", "patient")


@pytest.mark.usefixtures("priorities")
class TestPriorities:
    def test_an_urgent_shared_pod_evicts_a_shared_one_and_never_a_dedicated_one(self, team):
        team.must_apply(*(pods.gpu_pod(f"alone-{i}", "dedicate") for i in range(2)), *(pods.gpu_pod(f"tenant-{i}") for i in range(8)))
        names = [f"alone-{i}" for i in range(2)] + [f"tenant-{i}" for i in range(8)]
        for name in names:
            team.wait_bound(name)
        team.must_apply(pods.gpu_pod("urgent", priorityClassName="urgent"))
        assert team.wait_bound("urgent") in nodes.shared
        left = {pod["metadata"]["name"] for pod in team.pods()}
        assert {"alone-0", "alone-1"} <= left and len(left) == 10

    def test_an_urgent_dedicated_pod_evicts_a_dedicated_one(self, team):
        team.must_apply(pods.gpu_pod("first", "dedicate", nodeSelector=dedicated_one))
        team.wait_bound("first")
        team.must_apply(pods.gpu_pod("urgent", "dedicate", nodeSelector=dedicated_one, priorityClassName="urgent"))
        assert team.wait_bound("urgent") == "dedicated-1"
        assert [pod["metadata"]["name"] for pod in team.pods()] == ["urgent"]

    def test_without_the_right_to_preempt_it_waits(self, team):
        team.must_apply(pods.gpu_pod("first", "dedicate", nodeSelector=dedicated_one))
        team.wait_bound("first")
        team.must_apply(pods.gpu_pod("patient", "dedicate", nodeSelector=dedicated_one, priorityClassName="patient"))
        assert "preemptionPolicy=Never" in team.wait_unschedulable("patient")
        assert team.node_of("first") == "dedicated-1"


@pytest.fixture(scope="class")
def node_selector_plugin(cluster):
    with api_server_with(cluster, "--enable-admission-plugins=PodNodeSelector"):
        cluster.wait_for_slicegate()
        yield


@pytest.mark.usefixtures("node_selector_plugin")
class TestPodNodeSelectorPlugin:
    """It writes the namespace's selector into each pod before any webhook sees it."""

    def annotate(self, team, selector: str) -> None:
        team.cluster.must_kubectl("annotate", "namespace", team.namespace, f"scheduler.alpha.kubernetes.io/node-selector={selector}")

    def test_a_namespace_bound_to_the_shared_pool_cannot_dedicate(self, team):
        self.annotate(team, "slicegate.dev/pool=shared")
        assert "[pool-conflict]" in team.refusal(pods.gpu_pod("training", "dedicate"))
        team.must_apply(pods.gpu_pod("tenant"))
        assert team.wait_bound("tenant") in nodes.shared

    def test_a_namespace_bound_to_the_dedicated_pool_can_do_nothing_else(self, team):
        self.annotate(team, "slicegate.dev/pool=dedicated")
        team.must_apply(pods.gpu_pod("training", "dedicate"))
        assert team.wait_bound("training") in nodes.dedicated
        assert "[reserved-pool]" in team.refusal(pods.gpu_pod("tenant"))
        assert "[reserved-pool]" in team.refusal(pods.pod("web"))

    def test_another_key_adds_up(self, team):
        self.annotate(team, f"{pods.hostname}=dedicated-2")
        team.must_apply(pods.gpu_pod("training", "dedicate"))
        assert team.wait_bound("training") == "dedicated-2"


def self_test(cluster, *words: str, patience: str = "60") -> subprocess.CompletedProcess:
    environment = {"PATH": f"{cluster.kubectl.parent}:{os.environ['PATH']}", "KUBECONFIG": str(cluster.kubeconfig),
                   "HOME": str(cluster.folder), "PATIENCE": patience}
    return subprocess.run(["sh", str(repository / "manifests/self-test.sh"), *words], capture_output=True, text=True, env=environment)


careless = "careless-scheduler"


@pytest.fixture(scope="class")
def careless_scheduler(cluster):
    """A second scheduler that goes without the InterPodAffinity plugin, as batch schedulers may."""
    config = cluster.folder / "careless.yaml"
    profile = {"schedulerName": careless, "plugins": {"multiPoint": {"disabled": [{"name": "InterPodAffinity"}]}}}
    config.write_text(yaml.safe_dump({
        "apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration", "profiles": [profile],
        "leaderElection": {"leaderElect": False}, "clientConnection": {"kubeconfig": str(cluster.kubeconfig)}}))
    process = cluster.start_program("kube-scheduler", f"--config={config}", "--secure-port=10269", "--bind-address=127.0.0.1",
                                    f"--cert-dir={cluster.folder}/careless", key=careless)
    yield
    process.kill()
    process.wait()


@pytest.mark.usefixtures("careless_scheduler")
class TestASecondScheduler:
    def test_the_self_test_says_that_the_promise_is_broken(self, cluster):
        done = self_test(cluster, careless)
        assert (done.returncode, done.stdout[:6]) == (1, "BROKEN"), done

    def test_the_user_is_warned_by_name(self, team):
        done = team.apply(pods.gpu_pod("training", "dedicate", schedulerName=careless))
        assert done.returncode == 0 and f'"{careless}"' in done.stderr and "[scheduler-name]" in done.stderr

    def test_the_default_scheduler_keeps_off_what_the_other_has_placed(self, team):
        team.must_apply(pods.gpu_pod("first", "dedicate", schedulerName=careless, nodeSelector=dedicated_one))
        team.wait_bound("first")
        team.must_apply(pods.gpu_pod("second", "dedicate", nodeSelector=dedicated_one))
        assert "anti-affinity rules" in team.wait_unschedulable("second")


def test_the_self_test_says_that_the_promise_is_kept(cluster):
    done = self_test(cluster)
    assert (done.returncode, done.stdout[:5]) == (0, "kept:"), done
    assert "anti-affinity rules" in done.stdout


def test_the_self_test_cannot_tell_where_no_dedicated_node_is_free(cluster, team):
    team.must_apply(pods.deployment("training", "dedicate", replicas=2))
    wait_until("both nodes to be taken", lambda: sum("nodeName" in pod["spec"] for pod in team.pods()) == 2)
    done = self_test(cluster, patience="3")
    assert done.returncode == 2 and "the first pod waits" in done.stdout, done


def test_a_pod_deleted_by_force_frees_its_node_at_once_and_one_that_is_ending_does_not(team):
    """For the scheduler a pod is there as long as its object is; what the node still runs it does not know."""
    ending = pods.gpu_pod("ending", "dedicate", nodeSelector=dedicated_one)
    ending["metadata"]["finalizers"] = ["example.com/kubelet-is-at-it"]
    team.must_apply(ending)
    team.wait_bound("ending")
    team.must("delete", "pod", "ending", "--wait=false")
    team.must_apply(pods.gpu_pod("next", "dedicate", nodeSelector=dedicated_one))
    assert "anti-affinity rules" in team.wait_unschedulable("next")
    team.must("patch", "pod", "ending", "--type=merge", "-p", '{"metadata":{"finalizers":null}}')
    team.run("delete", "pod", "ending", "--force", "--grace-period=0")
    assert team.wait_bound("next") == "dedicated-1"
