# SPDX-License-Identifier: Apache-2.0
"""A stand-in for the kubelets of all nodes. Pods of slicegate-system really run; the others are only said to."""

import http.client
import threading
import time
from pathlib import Path

from api import Api, ApiError
from network import Network
from replica import Replica

poll_seconds = 0.2


class Kubelet:
    def __init__(self, api: Api, network: Network, binary: Path, folder: Path):
        self.api, self.network, self.binary, self.folder = api.clone(), network, binary, folder
        self.images: dict[str, Path] = {}   # programs other than `binary`, by the image that the manifest names
        self.replicas: dict[str, Replica] = {}
        self.stopping = threading.Event()
        self.thread = threading.Thread(target=self.live, name="kubelet", daemon=True)

    def start(self) -> None:
        self.folder.mkdir(parents=True)
        self.thread.start()

    def stop(self) -> None:
        self.stopping.set()
        self.thread.join(timeout=15)
        for replica in self.replicas.values():
            replica.stopped.set()
        for replica in self.replicas.values():
            replica.thread.join(timeout=5)

    def live(self) -> None:
        while not self.stopping.wait(poll_seconds):
            try:
                self.sync(self.api.get("/api/v1/pods")["items"])
            except (OSError, http.client.HTTPException, ApiError) as error:
                print(f"kubelet: {error}", flush=True)
                time.sleep(0.5)

    def sync(self, pods: list[dict]) -> None:
        bound = [pod for pod in pods if pod["spec"].get("nodeName")]
        for pod in bound:
            if pod["metadata"]["namespace"] == "slicegate-system":
                self.sync_slicegate(pod)
            else:
                self.pretend(pod)
        self.forget({pod["metadata"]["uid"] for pod in bound})

    def sync_slicegate(self, pod: dict) -> None:
        uid = pod["metadata"]["uid"]
        deleted = "deletionTimestamp" in pod["metadata"]
        if uid not in self.replicas:
            folder = self.folder / pod["metadata"]["name"]
            binary = self.images.get(pod["spec"]["containers"][0]["image"], self.binary)
            self.replicas[uid] = Replica(pod, self.api.clone(), self.network, binary, folder).start()
        if deleted:
            self.replicas[uid].grace = pod["metadata"].get("deletionGracePeriodSeconds", self.replicas[uid].grace)
            self.replicas[uid].deleted.set()

    def forget(self, present: set[str]) -> None:
        """A pod that was deleted by force is gone from the API at once; its process goes then."""
        for uid in [uid for uid in self.replicas if uid not in present]:
            self.replicas[uid].deleted.set()
            if not self.replicas[uid].thread.is_alive():
                del self.replicas[uid]

    def pretend(self, pod: dict) -> None:
        path = f"/api/v1/namespaces/{pod['metadata']['namespace']}/pods/{pod['metadata']['name']}"
        try:
            if "deletionTimestamp" in pod["metadata"]:
                if pod["metadata"].get("deletionGracePeriodSeconds"):   # 0: only finalizers hold it
                    self.api.delete_now(path, pod["metadata"]["uid"])
            elif pod["status"].get("phase") == "Pending":
                ready = [{"type": name, "status": "True"} for name in ("ContainersReady", "Ready")]
                self.api.patch(f"{path}/status", {"status": {"phase": "Running", "conditions": ready}})
        except ApiError as error:
            if error.status not in (404, 409):
                raise
