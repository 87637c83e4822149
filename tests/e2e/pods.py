# SPDX-License-Identifier: Apache-2.0
"""The manifests that the tests apply."""

label = "slicegate.dev/gpu"
pool = "slicegate.dev/pool"
gpu = "nvidia.com/gpu"
hostname = "kubernetes.io/hostname"

dedicated_term = {"labelSelector": {"matchExpressions": [{"key": label, "operator": "Exists"}]},
                  "namespaceSelector": {}, "topologyKey": hostname}
keep_off = {"key": pool, "operator": "NotIn", "values": ["dedicated"]}


def pod(name: str, resources: dict | None = None, labels: dict | None = None, **spec) -> dict:
    container = {"name": "main", "image": "none", "resources": resources or {}}
    metadata = {"name": name, "labels": labels or {}}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": {"containers": [container], **spec}}


def gpu_pod(name: str, access: str | None = None, slices: int = 1, **spec) -> dict:
    # As text: kubectl takes the number 1 and the API server's "1" for a change that it then sends in vain.
    return pod(name, {"limits": {gpu: str(slices)}}, {label: access} if access else {}, **spec)


def deployment(name: str, access: str | None = None, replicas: int = 1, slices: int = 1) -> dict:
    template = gpu_pod(name, access, slices)
    template["metadata"] = {"labels": {"app": name, **template["metadata"]["labels"]}}
    return {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": name},
            "spec": {"replicas": replicas, "selector": {"matchLabels": {"app": name}},
                     "template": {"metadata": template["metadata"], "spec": template["spec"]}}}
