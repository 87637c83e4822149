# SPDX-License-Identifier: Apache-2.0
"""Options: --binary, or SLICEGATE_BINARY in the environment."""

import os
from pathlib import Path

import pytest

import programs
import rendering


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
