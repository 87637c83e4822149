# SPDX-License-Identifier: Apache-2.0
"""Options: --binary, or SLICEGATE_BINARY in the environment."""

import os
from pathlib import Path

import pytest

import programs
import rendering
from cluster import Cluster, wait_until


def pytest_addoption(parser):
    default = os.environ.get("SLICEGATE_BINARY", programs.repository / "build/release/slicegate")
    parser.addoption("--binary", type=Path, default=default, help="the slicegate to run")


@pytest.fixture(scope="session")
def binary(request) -> Path:
    found = Path(request.config.getoption("--binary")).resolve()
    if not os.access(found, os.X_OK):
        pytest.exit(f"{found} is no program; build it, or name it with --binary", returncode=2)
    return found


@pytest.fixture(scope="session")
def render(binary):
    """kustomize, each combination once."""
    known = {}

    def render(resource: str, *components: str) -> str:
        if (resource, components) not in known:
            known[resource, components] = rendering.kustomize(resource, *components, binary=binary)
        return known[resource, components]

    return render


class RestrictingCluster(Cluster):
    """Kubelets are held to their own nodes, as kubeadm and the large providers have it."""

    def api_server_arguments(self) -> list[str]:
        return [*super().api_server_arguments(), "--enable-admission-plugins=NodeRestriction"]


@pytest.fixture(scope="session")
def cluster(binary):
    with RestrictingCluster(binary) as cluster:
        for file in programs.custom_resource_definitions():
            cluster.must_kubectl("create", "-f", str(file))
        # kubectl itself fails on one that has no conditions yet.
        established = ("wait", "--for=condition=Established", "crd", "--all", "--timeout=30s")
        wait_until("the custom resources", lambda: cluster.run_kubectl(*established).returncode == 0)
        yield cluster
