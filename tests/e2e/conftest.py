# SPDX-License-Identifier: Apache-2.0
"""One control plane for all tests, a namespace for each. Options: --binary, or SLICEGATE_BINARY in the environment."""

import os
import re
import zlib
from pathlib import Path

import pytest

from cluster import Cluster, repository, wait_until
from kubectl import Kubectl, create_namespace
from pods import deployment, gpu_pod, older_namespace, pod

legacy_namespace = "legacy"


def pytest_addoption(parser):
    default = os.environ.get("SLICEGATE_BINARY", repository / "build/release/slicegate")
    parser.addoption("--binary", type=Path, default=default, help="the slicegate to run")
    old = os.environ.get("SLICEGATE_OLD_BINARY")
    parser.addoption("--old-binary", type=Path, default=old, help="an older build to roll back to and upgrade from; without it the same one")
    parser.addoption("--long", action="store_true", help="the production run lasts at least five minutes")
    parser.addoption("--kubernetes", default=None, help="another version than the pinned one, such as 1.34.4; built on first use")


@pytest.fixture(scope="session")
def bare_cluster(request):
    """The control plane before slicegate, with pods and workloads that are older than it."""
    binary = Path(request.config.getoption("--binary"))
    if not os.access(binary, os.X_OK):
        pytest.exit(f"{binary} is no program; build it, or name it with --binary", returncode=2)
    with Cluster(binary, request.config.getoption("--kubernetes")) as cluster:
        make_legacy(cluster)
        make_older(cluster)
        yield cluster


@pytest.fixture(scope="session")
def cluster(bare_cluster):
    bare_cluster.install()
    return bare_cluster


def make_legacy(cluster) -> None:
    """Two slices, no label, a finalizer: nothing that slicegate would admit today. None of it finds a node."""
    nowhere = {"kubernetes.io/hostname": "nowhere"}
    kubectl = create_namespace(cluster, legacy_namespace)
    for name in ("with-finalizer", "to-annotate", "to-adopt", "to-dedicate"):
        held = gpu_pod(name, slices=2, nodeSelector=nowhere)
        held["metadata"]["finalizers"] = ["example.com/hold"] if name == "with-finalizer" else []
        kubectl.must_apply(held)
    for name in ("of-two", "to-put-right"):
        workload = deployment(name, slices=2)
        workload["spec"]["template"]["spec"]["nodeSelector"] = nowhere
        kubectl.must_apply(workload)


def make_older(cluster) -> None:
    """These run, one of them on a node of the pool that slicegate will reserve."""
    kubectl = create_namespace(cluster, older_namespace)
    kubectl.must_apply(gpu_pod("of-yesterday", nodeSelector={"kubernetes.io/hostname": "dedicated-2"}), pod("web"))
    kubectl.wait_bound("of-yesterday")


@pytest.fixture
def legacy(cluster) -> Kubectl:
    return Kubectl(cluster, legacy_namespace)


def namespace_of(test: str) -> str:
    """Readable, and another one for each test: long names differ at their ends."""
    name = re.sub("[^a-z0-9]+", "-", test.removeprefix("test_").lower()).strip("-")
    return name if len(name) <= 50 else f"{name[:40]}-{zlib.crc32(test.encode()):08x}"


@pytest.fixture
def make_namespace(cluster, request):
    """Namespaces named after the test; at its end their pods are gone, so that the next test finds the nodes empty."""
    made = []

    def make(suffix: str = "") -> Kubectl:
        name = namespace_of(request.node.name) + suffix
        made.append(create_namespace(cluster, name))
        return made[-1]

    yield make
    for kubectl in made:
        kubectl.run("delete", "deployments,daemonsets,statefulsets,cronjobs,jobs", "--all", "--wait=false")
        cluster.run_kubectl("delete", "namespace", kubectl.namespace, "--wait=false")
    for kubectl in made:
        wait_until(f"pods of {kubectl.namespace} to go", lambda: delete_pods(kubectl))


def delete_pods(kubectl) -> bool:
    if not kubectl.pods():
        return True
    kubectl.run("delete", "pods", "--all", "--grace-period=0", "--force", "--wait=false")
    return False


@pytest.fixture
def team(make_namespace) -> Kubectl:
    """kubectl in a namespace of the test's own."""
    return make_namespace()


@pytest.fixture
def move_node(cluster):
    """Puts a node into another pool, as an administrator might; at the end it is back."""
    moved = {}

    def move(name: str, pool: str) -> None:
        moved[name] = cluster.api.get(f"/api/v1/nodes/{name}")["metadata"]["labels"]["slicegate.dev/pool"]
        cluster.must_kubectl("label", "node", name, f"slicegate.dev/pool={pool}", "--overwrite")

    yield move
    for name, pool in moved.items():
        cluster.must_kubectl("label", "node", name, f"slicegate.dev/pool={pool}", "--overwrite")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """What slicegate and the API server said goes under a failed test."""
    outcome = yield
    report = outcome.get_result()
    cluster = item.funcargs.get("cluster") or item.funcargs.get("bare_cluster") if hasattr(item, "funcargs") else None
    if report.failed and cluster:
        for path in cluster.logs():
            lines = path.read_text(errors="replace").splitlines()[-15:]
            report.sections.append((path.name, "\n".join(line[:400] for line in lines)))
