# SPDX-License-Identifier: Apache-2.0
"""Nodes that exist in the API alone: two GPU pools of two nodes with four slices each, and two nodes for everything else."""

from api import Api

shared = ("shared-1", "shared-2")
dedicated = ("dedicated-1", "dedicated-2")
system = ("system-1", "system-2")
slices_per_node = 4


def make_all(api: Api) -> None:
    for pool, names in (("shared", shared), ("dedicated", dedicated)):
        for name in names:
            make(api, name, {"slicegate.dev/pool": pool}, {"nvidia.com/gpu": str(slices_per_node), "example.com/nic": "2"})
    for name in system:
        make(api, name, {}, {})


def make(api: Api, name: str, labels: dict, devices: dict) -> None:
    labels = {"kubernetes.io/hostname": name, **labels}
    api.post("/api/v1/nodes", {"apiVersion": "v1", "kind": "Node", "metadata": {"name": name, "labels": labels}})
    amounts = {"cpu": "16", "memory": "64Gi", "pods": "110", "hugepages-2Mi": "1Gi", **devices}
    ready = {"type": "Ready", "status": "True", "reason": "StandIn", "message": "no kubelet behind it"}
    api.merge(f"/api/v1/nodes/{name}/status", {"status": {"capacity": amounts, "allocatable": amounts, "conditions": [ready]}})
    api.merge(f"/api/v1/nodes/{name}", {"spec": {"taints": []}})   # the API server taints new nodes not-ready
