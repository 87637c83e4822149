# SPDX-License-Identifier: Apache-2.0
"""Another team's mutating webhook, called after slicegate's, that does what slicegate's promise has to survive."""

import base64
import http.server
import json
import ssl
import threading
from pathlib import Path

from cluster import Cluster, wait_until
from network import run
from pods import gpu, label


def add_gpu(pod: dict) -> list[dict]:
    """One slice more than the first container has."""
    limits = pod["spec"]["containers"][0].get("resources", {}).get("limits", {})
    amounts = {**limits, gpu: str(int(limits.get(gpu, 0)) + 1)}
    done = {"op": "add", "path": "/metadata/annotations", "value": {"meddled": "yes"}}
    if "meddled" in pod["metadata"].get("annotations", {}):
        return []
    return [done, {"op": "add", "path": "/spec/containers/0/resources", "value": {"limits": amounts}}]


def drop_label(pod: dict) -> list[dict]:
    has_it = label in pod["metadata"].get("labels", {})
    return [{"op": "remove", "path": "/metadata/labels/" + label.replace("/", "~1")}] if has_it else []


def drop_affinity(pod: dict) -> list[dict]:
    return [{"op": "remove", "path": "/spec/affinity"}] if "affinity" in pod["spec"] else []


patches = {"/add-gpu": add_gpu, "/drop-label": drop_label, "/drop-affinity": drop_affinity}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_POST(self):
        review = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        pod = review["request"]["object"]
        response = {"uid": review["request"]["uid"], "allowed": True}
        if patch := patches[self.path.partition("?")[0]](pod):
            response |= {"patchType": "JSONPatch", "patch": base64.b64encode(json.dumps(patch).encode()).decode()}
        body = json.dumps({"apiVersion": review["apiVersion"], "kind": "AdmissionReview", "response": response}).encode()
        self.server.calls += 1
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class Meddler:
    """Listens on the host's side of the cluster's network; registered for one namespace at a time."""

    def __init__(self, cluster: Cluster, folder: Path):
        self.cluster = cluster
        self.address = cluster.network.host
        certificate, key = folder / "meddler.crt", folder / "meddler.key"
        run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
            "-subj", "/CN=meddler", "-addext", f"subjectAltName=IP:{self.address}", "-keyout", str(key), "-out", str(certificate))
        self.authority = base64.b64encode(certificate.read_bytes()).decode()
        self.server = http.server.ThreadingHTTPServer((self.address, 0), Handler)
        self.server.daemon_threads, self.server.calls = True, 0
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def register(self, namespace: str, path: str, reinvocation: str) -> None:
        """Its name sorts after slicegate's, and so does its turn. Returns once the API server calls it."""
        url = f"https://{self.address}:{self.server.server_port}{path}"
        hook = {"name": "meddler.example.com", "admissionReviewVersions": ["v1"], "sideEffects": "None", "timeoutSeconds": 5,
                "clientConfig": {"url": url, "caBundle": self.authority}, "reinvocationPolicy": reinvocation,
                "rules": [{"apiGroups": [""], "apiVersions": ["v1"], "resources": ["pods"], "operations": ["CREATE"]}],
                "namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": namespace}}}
        configuration = {"apiVersion": "admissionregistration.k8s.io/v1", "kind": "MutatingWebhookConfiguration",
                         "metadata": {"name": "zz-meddler"}, "webhooks": [hook]}
        self.cluster.must_kubectl("apply", "-f", "-", input=json.dumps(configuration))
        calls = self.server.calls
        probe = ("-n", namespace, "run", "probe", "--image=none", "--dry-run=server")
        wait_until("the meddler to be called", lambda: self.cluster.run_kubectl(*probe) and self.server.calls > calls)

    def unregister(self) -> None:
        self.cluster.run_kubectl("delete", "mutatingwebhookconfiguration", "zz-meddler", "--ignore-not-found")

    def close(self) -> None:
        self.unregister()
        self.server.shutdown()
        self.server.server_close()
