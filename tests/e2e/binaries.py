# SPDX-License-Identifier: Apache-2.0
"""Where the Kubernetes programs come from: a folder that KUBEBUILDER_ASSETS names, or a build from their Go modules, kept."""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

here = Path(__file__).resolve().parent
programs = ("etcd", "kube-apiserver", "kube-controller-manager", "kube-scheduler", "kubectl")


def kubernetes_version() -> str:
    """The one that kube/go.mod asks for, without the v."""
    return re.search(r"\bk8s\.io/kubernetes v(\S+)", (here / "kube/go.mod").read_text()).group(1)


def find_or_build() -> Path:
    """A folder that holds all programs. The first build takes some 18 CPU minutes; later ones come from Go's build cache."""
    if assets := os.environ.get("KUBEBUILDER_ASSETS"):
        return check_assets(Path(assets))
    root = Path(os.environ.get("SLICEGATE_CACHE") or Path.home() / ".cache/slicegate")
    folder = root / "kube" / kubernetes_version()
    folder.mkdir(parents=True, exist_ok=True)
    build_missing(folder, "etcd", ["etcd"], etcd_build)
    build_missing(folder, "kube", list(programs[1:]), kube_build)
    return folder


def check_assets(folder: Path) -> Path:
    """envtest's archives hold etcd, kube-apiserver and kubectl alone; pods are bound by a scheduler here."""
    missing = [name for name in programs if not os.access(folder / name, os.X_OK)]
    if missing:
        raise SystemExit(f"KUBEBUILDER_ASSETS={folder} lacks {', '.join(missing)}; unset it to have them built")
    return folder


def build_missing(folder: Path, module: str, names: list[str], build) -> None:
    """Builds beside the folder and renames, so that an interrupted build leaves no half-written program behind."""
    if all(os.access(folder / name, os.X_OK) for name in names):
        return
    print(f"building {', '.join(names)} into {folder} (minutes, the first time)", file=sys.stderr, flush=True)
    with tempfile.TemporaryDirectory(dir=folder, prefix="building-") as scratch:
        build(here / module, Path(scratch))
        for name in names:
            os.replace(Path(scratch) / name, folder / name)


def etcd_build(module: Path, out: Path) -> None:
    go_build(module, "-s -w", out / "etcd", "go.etcd.io/etcd/server/v3")


def kube_build(module: Path, out: Path) -> None:
    """Without the stamp kubectl and the API server call themselves v0.0.0, and clients read versions."""
    version = kubernetes_version()
    major, minor, _ = version.split(".", 2)
    stamp = {"gitVersion": f"v{version}", "gitMajor": major, "gitMinor": minor, "gitTreeState": "clean"}
    flags = [f"-X k8s.io/component-base/version.{name}={value}" for name, value in stamp.items()]
    go_build(module, " ".join(["-s", "-w", *flags]), out, "tool")


def go_build(module: Path, ldflags: str, out: Path, package: str) -> None:
    command = ["go", "build", "-trimpath", "-buildvcs=false", "-ldflags", ldflags, "-o", str(out), package]
    environment = {**os.environ, "CGO_ENABLED": "0", "GOWORK": "off", "GOFLAGS": ""}
    environment.setdefault("GOTOOLCHAIN", "auto")   # an older Go fetches the one that the module asks for
    try:
        subprocess.run(command, cwd=module, env=environment, check=True)
    except FileNotFoundError:
        raise SystemExit("go is not on PATH; it builds the Kubernetes programs (or name their folder in KUBEBUILDER_ASSETS)")


if __name__ == "__main__":
    print(find_or_build())
