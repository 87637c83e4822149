# SPDX-License-Identifier: Apache-2.0
"""Where the Kubernetes programs come from: a folder that KUBEBUILDER_ASSETS names, or a build from their Go modules, kept."""

import functools
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import other_version

here = Path(__file__).resolve().parent
programs = ("etcd", "kube-apiserver", "kube-controller-manager", "kube-scheduler", "kubectl")


def pinned_version() -> str:
    """The one that kube/go.mod asks for, without the v."""
    return re.search(r"\bk8s\.io/kubernetes v(\S+)", (here / "kube/go.mod").read_text()).group(1)


def find_or_build(version: str | None = None) -> Path:
    """A folder that holds all programs. The first build takes some 18 CPU minutes; later ones come from Go's build cache."""
    assets = os.environ.get("KUBEBUILDER_ASSETS")
    if assets and version is None:
        return check_assets(Path(assets))
    version = (version or pinned_version()).removeprefix("v")
    root = Path(os.environ.get("SLICEGATE_CACHE") or Path.home() / ".cache/slicegate")
    folder = root / "kube" / version
    folder.mkdir(parents=True, exist_ok=True)
    build_missing(folder, ["etcd"], etcd_build)
    build_missing(folder, list(programs[1:]), functools.partial(kube_build, version))
    return folder


def check_assets(folder: Path) -> Path:
    """envtest's archives hold etcd, kube-apiserver and kubectl alone; pods are bound by a scheduler here."""
    missing = [name for name in programs if not os.access(folder / name, os.X_OK)]
    if missing:
        raise SystemExit(f"KUBEBUILDER_ASSETS={folder} lacks {', '.join(missing)}; unset it to have them built")
    return folder


def build_missing(folder: Path, names: list[str], build) -> None:
    """Builds beside the folder and renames, so that an interrupted build leaves no half-written program behind."""
    if all(os.access(folder / name, os.X_OK) for name in names):
        return
    print(f"building {', '.join(names)} into {folder} (minutes, the first time)", file=sys.stderr, flush=True)
    with tempfile.TemporaryDirectory(dir=folder, prefix="building-") as scratch:
        build(Path(scratch))
        for name in names:
            os.replace(Path(scratch) / name, folder / name)


def etcd_build(out: Path) -> None:
    go_build(here / "etcd", "-s -w", out / "etcd", "go.etcd.io/etcd/server/v3")


def kube_build(version: str, out: Path) -> None:
    """Without the stamp kubectl and the API server call themselves v0.0.0, and clients read versions."""
    major, minor, _ = version.split(".", 2)
    stamp = {"gitVersion": f"v{version}", "gitMajor": major, "gitMinor": minor, "gitTreeState": "clean"}
    flags = [f"-X k8s.io/component-base/version.{name}={value}" for name, value in stamp.items()]
    packages = [f"k8s.io/kubernetes/cmd/{name}" for name in programs[1:]]
    module = here / "kube"
    if version != pinned_version():
        module = out / "module"
        module.mkdir()
        other_version.write_module(module, version, go_environment())
    go_build(module, " ".join(["-s", "-w", *flags]), out, *packages, may_write=module != here / "kube")


def go_build(module: Path, ldflags: str, out: Path, *packages: str, may_write: bool = False) -> None:
    command = ["go", "build", "-trimpath", "-buildvcs=false", *(["-mod=mod"] if may_write else []),
               "-ldflags", ldflags, "-o", str(out), *packages]
    try:
        subprocess.run(command, cwd=module, env=go_environment(), check=True)
    except FileNotFoundError:
        raise SystemExit("go is not on PATH; it builds the Kubernetes programs (or name their folder in KUBEBUILDER_ASSETS)")


def go_environment() -> dict[str, str]:
    environment = {**os.environ, "CGO_ENABLED": "0", "GOWORK": "off", "GOFLAGS": ""}
    environment.setdefault("GOTOOLCHAIN", "auto")   # an older Go fetches the one that the module asks for
    return environment


if __name__ == "__main__":
    print(find_or_build())
