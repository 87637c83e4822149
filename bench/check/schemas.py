# SPDX-License-Identifier: Apache-2.0
"""JSON Schemas for kubeconform, out of the OpenAPI document in Kubernetes' own Go module: no other source is asked."""

import json
import subprocess
from pathlib import Path

kube_module = Path(__file__).resolve().parents[2] / "tests/e2e/kube"
prefix = "#/definitions/"


def kubernetes_api() -> dict:
    """The definitions of the version that the end-to-end tests run."""
    found = subprocess.run(["go", "mod", "download", "-json", "k8s.io/kubernetes"], cwd=kube_module, check=True,
                           capture_output=True, text=True)
    return json.loads((Path(json.loads(found.stdout)["Dir"]) / "api/openapi-spec/swagger.json").read_text())["definitions"]


def references(node) -> set[str]:
    if isinstance(node, list):
        return set().union(*map(references, node))
    if not isinstance(node, dict):
        return set()
    own = {node["$ref"].removeprefix(prefix)} if isinstance(node.get("$ref"), str) else set()
    return own.union(*map(references, node.values()))


def closed_over(name: str, definitions: dict) -> dict:
    """The definition with all that it refers to, so that a file of its own holds it."""
    needed, new = {}, {name}
    while new:
        needed |= {one: definitions[one] for one in new}
        new = references(list(needed.values())) - needed.keys()
    return needed


def write_schemas(names: dict[str, str], folder: Path) -> str:
    """`names`: for each kind the name of its definition. Returns what kubeconform takes as -schema-location."""
    definitions = kubernetes_api()
    # In Go a quantity and an int-or-string are more than the string that OpenAPI v2 can say.
    for mixed in ("io.k8s.apimachinery.pkg.api.resource.Quantity", "io.k8s.apimachinery.pkg.util.intstr.IntOrString"):
        definitions[mixed] = {"type": ["string", "number"]}
    for kind, name in names.items():
        schema = {"$ref": prefix + name, "definitions": closed_over(name, definitions)}
        (folder / f"{kind.lower()}.json").write_text(json.dumps(schema))
    return f"{folder}/{{{{.ResourceKind}}}}.json"
