# SPDX-License-Identifier: Apache-2.0
"""Pods created at a steady rate by several threads, and a ledger of what became of each."""

import contextlib
import http.client
import itertools
import threading
import time
from dataclasses import dataclass, field

import pods
from api import Api, ApiError
from cluster import Cluster

lifetime_seconds = 3.0   # of an admitted pod, so that the nodes never stay full


def contested() -> dict:
    """Admitted with a warning by the shipped policy, refused where scheduler-name is deny."""
    return pods.gpu_pod("contested", "share", schedulerName="other-scheduler")


# What to create, and the rule that has to refuse it ("" = has to be admitted, None = whatever the policy of the moment says).
kinds = {
    "shared": (lambda: pods.gpu_pod("shared", "share"), ""),
    "unlabelled": (lambda: pods.gpu_pod("unlabelled"), ""),
    "dedicated": (lambda: pods.gpu_pod("dedicated", "dedicate"), ""),
    "plain": (lambda: pods.pod("plain", {"requests": {"cpu": "10m"}}), ""),
    "two-slices": (lambda: pods.gpu_pod("two-slices", slices=2), "single-slice"),
    "squatter": (lambda: pods.gpu_pod("squatter", "share", nodeSelector={pods.pool: "dedicated"}), "reserved-pool"),
    "bound-by-hand": (lambda: pods.gpu_pod("bound-by-hand", "dedicate", nodeName="shared-1"), "node-name"),
    "contested": (contested, None),
}
order = ("shared", "plain", "two-slices", "unlabelled", "dedicated", "squatter", "plain", "contested", "shared", "bound-by-hand")


@dataclass
class Outcome:
    kind: str
    name: str
    started: float
    ended: float = 0.0
    pod: dict | None = None        # as admitted
    refusal: str = ""              # slicegate's own words
    failure: str = ""              # anything else, which must not be
    retries: list[str] = field(default_factory=list)


class Traffic:
    """`rate` pods a second from `threads` threads, in one namespace."""

    def __init__(self, cluster: Cluster, namespace: str, rate: float, threads: int):
        self.api, self.path = cluster.api, f"/api/v1/namespaces/{namespace}/pods"
        self.outcomes: list[Outcome] = []
        self.lost: list[str] = []
        self.together: list[str] = []            # what was seen on a dedicated pod's node
        self.bound: set[tuple[str, str]] = set() # kind, name
        self.deleted: set[str] = set()
        self.excuse, self.excused_until = lambda text: False, 0.0
        self.done = threading.Event()
        self.numbers = itertools.count()
        pause = threads / rate
        self.threads = [threading.Thread(target=self.create_steadily, args=(pause, pause * i / threads)) for i in range(threads)]
        self.threads.append(threading.Thread(target=self.keep_house))

    def __enter__(self) -> "Traffic":
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_) -> None:
        self.done.set()
        for thread in self.threads:
            thread.join()

    @contextlib.contextmanager
    def excusing(self, *texts: str):
        """Failures with one of these words are tried again, until a second after the block; at any other time they count."""
        self.excuse, self.excused_until = (lambda text: any(word in text for word in texts)), float("inf")
        try:
            yield
        finally:
            self.excused_until = time.monotonic() + 1

    # Creation.

    def create_steadily(self, pause: float, offset: float) -> None:
        api, due = self.api.clone(), time.monotonic() + offset
        while not self.done.wait(max(0.0, due - time.monotonic())):
            due = max(due + pause, time.monotonic() - 2 * pause)   # what was missed in an outage does not come as a burst
            number = next(self.numbers)
            self.outcomes.append(self.create(api, order[number % len(order)], number))

    def create(self, api: Api, kind: str, number: int) -> Outcome:
        outcome = Outcome(kind, f"{kind}-{number}", time.monotonic())
        manifest = kinds[kind][0]()
        manifest["metadata"]["name"] = outcome.name
        while not self.attempt(api, manifest, outcome):
            time.sleep(0.1)
        outcome.ended = time.monotonic()
        return outcome

    def attempt(self, api: Api, manifest: dict, outcome: Outcome) -> bool:
        try:
            outcome.pod = api.post(self.path, manifest)
            return True
        except ApiError as error:
            text = str(error)
            if error.status == 403 and "denied the request" in text:
                outcome.refusal = text
                return True
            if error.status == 409 and outcome.retries:   # the try before had reached it
                outcome.pod = api.get(f"{self.path}/{outcome.name}")
                return True
        except (OSError, http.client.HTTPException) as error:
            text = f"{type(error).__name__}: {error}"
        if time.monotonic() < self.excused_until and self.excuse(text):
            outcome.retries.append(text)
            return False
        outcome.failure = text
        return True

    # Housekeeping.

    def keep_house(self) -> None:
        api = self.api.clone()
        while not self.done.wait(0.5):
            with contextlib.suppress(OSError, http.client.HTTPException, ApiError):
                self.look(api)

    def look(self, api: Api) -> None:
        """Nothing admitted is missing, nobody shares a dedicated pod's node; old pods go."""
        expected = {o.pod["metadata"]["uid"]: o for o in list(self.outcomes) if o.pod and o.pod["metadata"]["uid"] not in self.deleted}
        present = api.get(self.path)["items"]
        self.lost += [expected[uid].name for uid in expected.keys() - {pod["metadata"]["uid"] for pod in present}]
        self.together += neighbours_of_dedicated(present)
        self.bound |= {(kind_of(pod), pod["metadata"]["name"]) for pod in present if pod["spec"].get("nodeName")}
        for uid, outcome in expected.items():
            if time.monotonic() - outcome.ended > lifetime_seconds:
                self.deleted.add(uid)
                with contextlib.suppress(ApiError):   # gone already: a request that was cut off had reached the API server
                    api.delete_now(f"{self.path}/{outcome.name}", uid)


def kind_of(pod: dict) -> str:
    return pod["metadata"]["name"].rpartition("-")[0]


def neighbours_of_dedicated(present: list[dict]) -> list[str]:
    """Of one listing, which is one moment of etcd."""
    gpu_pods = [pod for pod in present if pod["spec"].get("nodeName") and pods.label in pod["metadata"].get("labels", {})]
    alone = {pod["spec"]["nodeName"] for pod in gpu_pods if pod["metadata"]["labels"][pods.label] == "dedicate"}
    names = {node: [pod["metadata"]["name"] for pod in gpu_pods if pod["spec"]["nodeName"] == node] for node in alone}
    return [f"{node}: {', '.join(found)}" for node, found in names.items() if len(found) > 1]
