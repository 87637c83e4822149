# SPDX-License-Identifier: Apache-2.0
"""The manifests that the tests apply."""

label = "slicegate.dev/gpu"
pool = "slicegate.dev/pool"
gpu = "nvidia.com/gpu"
hostname = "kubernetes.io/hostname"
older_namespace = "older"   # whose pods were there before slicegate

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


def template(name: str, access: str | None = None, slices: int = 1, **spec) -> dict:
    made = gpu_pod(name, access, slices, **spec)
    return {"metadata": {"labels": {"app": name, **made["metadata"]["labels"]}}, "spec": made["spec"]}


def workload(kind: str, name: str, template: dict, **spec) -> dict:
    return {"apiVersion": "apps/v1", "kind": kind, "metadata": {"name": name},
            "spec": {"selector": {"matchLabels": {"app": name}}, "template": template, **spec}}


def deployment(name: str, access: str | None = None, replicas: int = 1, slices: int = 1) -> dict:
    return workload("Deployment", name, template(name, access, slices), replicas=replicas)


def job_spec(template: dict) -> dict:
    return {"template": {**template, "spec": {**template["spec"], "restartPolicy": "Never"}}}


def job(name: str, template: dict) -> dict:
    return {"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": name}, "spec": job_spec(template)}


def cron_job(name: str, template: dict) -> dict:
    return {"apiVersion": "batch/v1", "kind": "CronJob", "metadata": {"name": name},
            "spec": {"schedule": "0 3 * * *", "jobTemplate": {"spec": job_spec(template)}}}
