# SPDX-License-Identifier: Apache-2.0
"""The manifests as kubectl and helm render them, as objects."""

import shutil
import subprocess
import tempfile
from pathlib import Path

import yaml

import programs

components = sorted(folder.name for folder in (programs.repository / "manifests/components").iterdir())
overlays = sorted(folder.name for folder in (programs.repository / "manifests/overlays").iterdir())
certificate_files = ("ca.crt", "tls.crt", "tls.key")


def run(*command, input: str | None = None) -> str:
    done = subprocess.run([str(word) for word in command], input=input, capture_output=True, text=True)
    assert done.returncode == 0, f"{command}:\n{done.stdout}{done.stderr}"
    return done.stdout


def kustomize(resource: str, *components: str, binary: Path | None = None) -> str:
    """`resource` below manifests/ with these components, in a copy, for what is generated belongs in no working tree."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "manifests"
        shutil.copytree(programs.repository / "manifests", copy, ignore=shutil.ignore_patterns("*.crt", "*.key", "chart"))
        if resource == "overlays/own-ca":
            run(binary, "certs", "--service", "slicegate", "--namespace", "slicegate-system", "--out", copy / resource)
        if "client-ca" in components:
            run(binary, "certs", "--name", "api-server", "--out", copy / "callers")
            shutil.copy(copy / "callers/ca.crt", copy / "components/client-ca/callers-ca.crt")
        (copy / "tried").mkdir()
        (copy / "tried/kustomization.yaml").write_text(yaml.safe_dump(
            {"resources": [f"../{resource}"], "components": [f"../components/{name}" for name in components]}))
        return run(programs.kubectl(), "kustomize", copy / "tried")


def objects(text: str) -> dict[str, dict]:
    """By kind and name; nothing may be there twice."""
    found = {}
    for item in yaml.safe_load_all(text):
        if item:
            key = f"{item['kind']}/{item['metadata']['name']}"
            assert key not in found, key
            found[key] = item
    return found


def hooks(rendered: dict[str, dict]) -> dict[str, dict]:
    kinds = ("MutatingWebhookConfiguration/slicegate", "ValidatingWebhookConfiguration/slicegate")
    return {hook["name"]: hook for kind in kinds for hook in rendered[kind]["webhooks"]}


def policy(rendered: dict[str, dict]) -> dict:
    return yaml.safe_load(rendered["ConfigMap/slicegate-policy"]["data"]["policy.yaml"])
