# SPDX-License-Identifier: Apache-2.0
"""A module that builds another Kubernetes than the pinned one. Its versions are those of that release's own go.mod.

kube/go.mod is the pinned release's, tidied and with its sums committed; for others the checksum database vouches.
"""

import json
import re
import subprocess
from pathlib import Path

go_mod = """\
module slicegate.dev/tests/e2e/kube

{go}

require k8s.io/kubernetes v{version}

{requirements}

replace (
{replacements}
)
"""


def write_module(folder: Path, version: str, environment: dict) -> None:
    """folder/go.mod; go.sum is filled by the build, which has to be allowed to (-mod=mod)."""
    command = ["go", "mod", "download", "-json", f"k8s.io/kubernetes@v{version}"]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"Kubernetes {version} is not to be had as a Go module: {json.loads(done.stdout or '{}').get('Error', done.stderr)}")
    (folder / "go.mod").write_text(render(Path(json.loads(done.stdout)["GoMod"]).read_text(), version))


def render(published: str, version: str) -> str:
    """The staging modules are named v0.0.0 there and replaced by folders; as published they are v0.MINOR.PATCH."""
    staging = re.findall(r"^\s+(k8s\.io/\S+) => \./staging/", published, re.MULTILINE)
    replacements = "\n".join(f"\t{name} => {name} v0.{version.split('.', 1)[1]}" for name in staging)
    go = re.search(r"^go \S+$", published, re.MULTILINE).group()
    requirements = "\n\n".join(re.findall(r"^require \(.*?^\)$", published, re.MULTILINE | re.DOTALL))
    return go_mod.format(go=go, version=version, requirements=requirements, replacements=replacements)
