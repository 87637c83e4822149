# SPDX-License-Identifier: Apache-2.0
"""Writes where fuzzing begins, and what ./dev test replays: an input for each fixture, sample and example that the
tests have anyway. make_seeds.py FOLDER makes FOLDER/<target>/<name>."""
import json
import pathlib
import re
import sys

import yaml

TESTS = pathlib.Path(__file__).resolve().parent.parent
POLICIES = 4  # tests/fuzz/policies.cpp: an input's length picks one

REQUESTS = [
    b"POST /validate?timeout=10s HTTP/1.1\r\nHost: a.b.svc:443\r\nUser-Agent: kube-apiserver-admission\r\n"
    b"Content-Length: 2\r\nAccept: application/json, */*\r\nContent-Type: application/json\r\n"
    b"Accept-Encoding: gzip\r\n\r\n{}",
    b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\nGET /readyz?verbose HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    b"POST /mutate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    b"3;name=value\r\nabc\r\n2\r\nde\r\n0\r\nX: y\r\n\r\n",
    b"POST /mutate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json; charset=utf-8\r\n"
    b"Expect: 100-continue\r\nContent-Length: 4\r\n\r\nnullPOST /mutate HTTP/1.0\r\nContent-Length: 1\r\n\r\n1",
    b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 257\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n101\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nX-Folded: a\r\n b\r\n\r\n",
    b"GET / HTTP/1.1\nHost: x\n\n",
    b"PUT /validate HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 600 + b"\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
]


class Seeds:
    def __init__(self, folder):
        self.folder = folder

    def add(self, target, name, content):
        path = self.folder / target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    def add_review(self, name, text):
        """One for each policy, by blanks behind the document."""
        for blanks in range(POLICIES):
            self.add("admit", f"{name}-{blanks}", (text + " " * blanks).encode())


def review_of(document, old, kind):
    group, _, version = document.get("apiVersion", "v1").rpartition("/")
    metadata = document.get("metadata") or {}
    return json.dumps({
        "kind": "AdmissionReview", "apiVersion": "admission.k8s.io/v1",
        "request": {
            "uid": "1", "kind": {"group": group, "version": version, "kind": kind},
            "name": metadata.get("name", ""), "namespace": metadata.get("namespace", "team-a"),
            "operation": "UPDATE" if old else "CREATE", "userInfo": {"username": "jane"},
            "object": document, "oldObject": old,
        }}, default=str)


def add_fixtures(seeds):
    """As tests/policy/test_fixtures.cpp takes them: a second object is the first one's update."""
    for path in sorted(TESTS.glob("policy/fixtures/*/*/*.yaml")):
        name = "-".join(path.relative_to(TESTS / "policy/fixtures").with_suffix("").parts)
        seeds.add("manifests", name, path.read_bytes())
        documents = [each for each in yaml.safe_load_all(path.read_text()) if each]
        objects = [each for each in documents if each.get("kind") != "GpuPolicy"]
        old = objects[0] if len(objects) > 1 else None
        seeds.add_review(name, review_of(objects[-1], old, objects[-1].get("kind", "Pod")))
        for document in documents:
            if document.get("kind") == "GpuPolicy":
                seeds.add("policy_file", name, yaml.safe_dump(document, sort_keys=False).encode())


def add_rest(seeds):
    for path in sorted(TESTS.glob("policy/data/samples/*.json")) + sorted(TESTS.glob("samples/*.json")):
        seeds.add_review(path.stem, path.read_text())
        seeds.add("manifests", path.name, path.read_bytes())
    blocks = re.findall(r"```yaml\n(.*?)```", (TESTS.parent / "docs/policy.md").read_text(), re.S)
    for number, block in enumerate(block for block in blocks if "GpuPolicy" in block):
        seeds.add("policy_file", f"documentation-{number}", block.encode())
    for number, vector in enumerate(json.loads((TESTS / "policy/data/quantity_vectors.json").read_text())):
        seeds.add("quantity", f"vector-{number}", vector["in"].encode())
    for number, request in enumerate(REQUESTS):
        seeds.add("http", f"request-{number}", request)


def main():
    seeds = Seeds(pathlib.Path(sys.argv[1]))
    add_fixtures(seeds)
    add_rest(seeds)


if __name__ == "__main__":
    main()
