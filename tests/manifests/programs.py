# SPDX-License-Identifier: Apache-2.0
"""Where the programs and definitions come from that the manifests are tried with. What is built or unpacked is kept in
~/.cache/slicegate, or in SLICEGATE_CACHE."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

here = Path(__file__).resolve().parent
repository = here.parents[1]
sys.path.insert(0, str(here.parent / "e2e"))   # what starts a control plane, and builds its programs

import binaries   # noqa: E402

cache = Path(os.environ.get("SLICEGATE_CACHE") or Path.home() / ".cache/slicegate")

# Custom resources, with the folder that holds their definitions and the module's checksum.
definitions = {
    "github.com/prometheus-operator/prometheus-operator@v0.85.0":
        ("example/prometheus-operator-crd", "h1:M5xLCLEoaW2IJfnuCwFzzpL+jSVQu3KGT84Pye+fW8s="),
    "github.com/cert-manager/cert-manager@v1.21.2":
        ("deploy/crds", "h1:UWgoYM+KLNtRlqmoWOKjKBOBUPVHeepQ6/ac3ERJW68="),
}
needed = ("podmonitors", "prometheusrules", "certificates", "issuers")


def kubectl() -> Path:
    return binaries.find_or_build() / "kubectl"


def helm() -> Path:
    """Some 4 CPU minutes, the first time."""
    version = re.search(r"helm\.sh/helm/v3 v(\S+)", (here / "helm/go.mod").read_text()).group(1)
    program = cache / "helm" / version / "helm"
    if not os.access(program, os.X_OK):
        print(f"building {program} (minutes, the first time)", file=sys.stderr, flush=True)
        program.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=program.parent) as scratch:   # an interrupted build leaves nothing half-written
            build_helm(version, Path(scratch) / "helm")
            os.replace(Path(scratch) / "helm", program)
    return program


def build_helm(version: str, out: Path) -> None:
    """Charts ask for the version of Kubernetes; without a stamp `helm template` supposes 1.20."""
    kubernetes = (here.parent / "e2e/kube/go.mod").read_text()
    major, minor = re.search(r"\bk8s\.io/kubernetes v(\d+)\.(\d+)", kubernetes).groups()
    package = "helm.sh/helm/v3"
    stamp = {"internal/version.version": f"v{version}", "pkg/chartutil.k8sVersionMajor": major, "pkg/chartutil.k8sVersionMinor": minor,
             "pkg/lint/rules.k8sVersionMajor": major, "pkg/lint/rules.k8sVersionMinor": minor}
    flags = ["-s", "-w", *(f"-X {package}/{name}={value}" for name, value in stamp.items())]
    binaries.go_build(here / "helm", " ".join(flags), out, f"{package}/cmd/helm")


def prometheus(name: str) -> Path:
    """`prometheus` or `promtool`: from the PATH, else unpacked from the distribution's package. Installed, that would start a server."""
    if found := shutil.which(name):
        return Path(found)
    folder = cache / "prometheus"
    if not (folder / "usr/bin" / name).exists():
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache) as scratch:
            download(scratch, "prometheus")
            package, = Path(scratch).glob("prometheus_*.deb")
            subprocess.run(["dpkg-deb", "--extract", str(package), str(folder)], check=True)
    return folder / "usr/bin" / name


def download(folder: str, package: str) -> None:
    """A machine with everything installed may have no lists of packages."""
    command = ["apt-get", "download", "-q", package]
    if subprocess.run(command, cwd=folder, stdout=sys.stderr).returncode:
        subprocess.run(["apt-get", "update", "-q"], check=True, stdout=sys.stderr)
        subprocess.run(command, cwd=folder, check=True, stdout=sys.stderr)


def custom_resource_definitions() -> list[Path]:
    found = []
    for module, (folder, checksum) in definitions.items():
        with tempfile.TemporaryDirectory() as outside:   # any module: a go.mod nearby would have its own say
            done = subprocess.run(["go", "mod", "download", "-json", module], cwd=outside, capture_output=True, text=True,
                                  env={**os.environ, "GOFLAGS": "", "GOWORK": "off"})
        told = json.loads(done.stdout or "{}")
        if told.get("Sum") != checksum:
            raise SystemExit(f"go mod download {module}: {told.get('Error') or told.get('Sum') or done.stderr}")
        found += [file for file in sorted((Path(told["Dir"]) / folder).glob("*.yaml")) if file.stem.split("_")[-1] in needed]
    assert len(found) == len(needed), found
    return found
