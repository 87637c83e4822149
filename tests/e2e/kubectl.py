# SPDX-License-Identifier: Apache-2.0
"""kubectl in one namespace, as a member of a team would use it."""

import json
import subprocess

from cluster import Cluster, wait_until


class Kubectl:
    def __init__(self, cluster: Cluster, namespace: str):
        self.cluster, self.namespace = cluster, namespace

    def run(self, *words: str, input: str | None = None) -> subprocess.CompletedProcess:
        return self.cluster.run_kubectl("-n", self.namespace, *words, input=input)

    def must(self, *words: str, input: str | None = None) -> str:
        return self.cluster.must_kubectl("-n", self.namespace, *words, input=input)

    def apply(self, *objects: dict, words: tuple[str, ...] = ()) -> subprocess.CompletedProcess:
        return self.run("apply", *words, "-f", "-", input=render(objects))

    def must_apply(self, *objects: dict, words: tuple[str, ...] = ()) -> str:
        return self.must("apply", *words, "-f", "-", input=render(objects))

    def refusal(self, *objects: dict, words: tuple[str, ...] = ()) -> str:
        """What kubectl prints of an apply that has to be refused."""
        done = self.apply(*objects, words=words)
        assert done.returncode == 1, f"was admitted: {done.stdout}{done.stderr}"
        return done.stderr

    def get(self, kind: str, name: str) -> dict:
        return json.loads(self.must("get", kind, name, "-o", "json"))

    def pods(self) -> list[dict]:
        return json.loads(self.must("get", "pods", "-o", "json"))["items"]

    def node_of(self, name: str) -> str | None:
        return self.get("pod", name)["spec"].get("nodeName")

    def wait_bound(self, name: str) -> str:
        """The node, once the scheduler has chosen it."""
        return wait_until(f"pod {name} to be bound", lambda: self.node_of(name))

    def wait_unschedulable(self, name: str) -> str:
        """The scheduler's own words about a pod that waits; it must not have been bound meanwhile."""
        message = wait_until(f"the scheduler's event about {name}", lambda: self.scheduler_event(name))
        assert self.node_of(name) is None
        return message

    def scheduler_event(self, name: str) -> str | None:
        selector = f"involvedObject.name={name},reason=FailedScheduling"
        events = json.loads(self.must("get", "events", "--field-selector", selector, "-o", "json"))["items"]
        return events[-1].get("message") or events[-1].get("note") if events else None


def create_namespace(cluster, name: str) -> Kubectl:
    """Pods are refused before the controller manager has made its service account."""
    cluster.must_kubectl("create", "namespace", name)
    wait_until("its service account", lambda: cluster.api.get(f"/api/v1/namespaces/{name}/serviceaccounts/default"))
    return Kubectl(cluster, name)


def render(objects: tuple[dict, ...]) -> str:
    return "\n---\n".join(json.dumps(item) for item in objects)
