# SPDX-License-Identifier: Apache-2.0
"""A network of the cluster's own: one namespace with a bridge, one more for each pod, reachable from this machine alone.

Endpoints may not be loopback addresses, and every pod listens on the same ports, hence the namespaces. Needs root.
"""

import itertools
import json
import os
import re
import signal
import subprocess
import time


def run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr.strip()}")
    return done.stdout


def ip(*words: str) -> str:
    return run("ip", *words)


class Network:
    """10.77.N.0/24, where N is the first number that no other cluster on this machine has claimed."""

    def __init__(self):
        self.number = claim_number()
        self.link = f"slicegate{self.number}"
        self.namespace = f"slicegate-{self.number}"
        self.server = self.address(1)
        self.host = self.address(254)
        self.pods = itertools.count(10)
        self.pod_namespaces: list[str] = []

    def address(self, last: int) -> str:
        return f"10.77.{self.number}.{last}"

    def up(self) -> None:
        ip("netns", "add", self.namespace)
        ip("link", "set", f"{self.link}p", "netns", self.namespace, "name", "uplink")
        ip("addr", "add", f"{self.host}/24", "dev", self.link)
        ip("link", "set", self.link, "up")
        inside = ("-n", self.namespace)
        ip(*inside, "link", "set", "lo", "up")
        # A bridge without an address of its own takes a port's, and would change it as pods come and go.
        ip(*inside, "link", "add", "pods", "address", f"02:77:00:00:00:{self.number:02x}", "type", "bridge")
        ip(*inside, "addr", "add", f"{self.server}/24", "dev", "pods")
        ip(*inside, "link", "set", "pods", "up")
        ip(*inside, "link", "set", "uplink", "master", "pods", "up")

    def add_pod(self) -> tuple[str, str]:
        """A namespace and an address for one pod."""
        number = next(self.pods)
        assert number < 254, "out of pod addresses"
        namespace = f"{self.namespace}-{number}"
        ip("netns", "add", namespace)
        self.pod_namespaces.append(namespace)
        ip("-n", self.namespace, "link", "add", f"pod{number}", "type", "veth", "peer", "name", "eth0", "netns", namespace)
        ip("-n", self.namespace, "link", "set", f"pod{number}", "master", "pods", "up")
        ip("-n", namespace, "link", "set", "lo", "up")
        ip("-n", namespace, "addr", "add", f"{self.address(number)}/24", "dev", "eth0")
        ip("-n", namespace, "link", "set", "eth0", "up")
        return namespace, self.address(number)

    def remove_pod(self, namespace: str) -> None:
        ip("netns", "del", namespace)
        self.pod_namespaces.remove(namespace)

    def down(self) -> None:
        """Ends what still runs inside, then removes it all. Does not fail half-way."""
        for namespace in [*self.pod_namespaces, self.namespace]:
            remove_namespace(namespace)
        subprocess.run(["ip", "link", "del", self.link], capture_output=True)


def claim_number() -> int:
    """The link's name is the claim: creating it is atomic. Its alias says whose it is."""
    remove_stale()
    taken = ip("-o", "-4", "addr", "show")
    for number in range(256):
        link = f"slicegate{number}"
        if f" 10.77.{number}." in taken:
            continue
        made = subprocess.run(["ip", "link", "add", link, "type", "veth", "peer", "name", f"{link}p"], capture_output=True, text=True)
        if made.returncode == 0:
            ip("link", "set", link, "alias", f"owner {os.getpid()}")
            return number
        if "exists" not in made.stderr:
            raise SystemExit(f"cannot make a network ({made.stderr.strip()}); it takes root and the kernel's veth")
    raise SystemExit("every 10.77.N.0/24 is taken")


def remove_stale() -> None:
    """Clusters whose owner was killed before it could clean up."""
    for link in json.loads(ip("-j", "link", "show")):
        owner = link.get("ifalias", "").removeprefix("owner ")
        if re.fullmatch(r"slicegate\d+", link["ifname"]) and owner.isdigit() and not os.path.exists(f"/proc/{owner}"):
            name = link["ifname"].replace("slicegate", "slicegate-")
            listed = [line.split()[0] for line in ip("netns", "list").splitlines()]
            for namespace in listed:
                if namespace == name or namespace.startswith(f"{name}-"):
                    remove_namespace(namespace)
            subprocess.run(["ip", "link", "del", link["ifname"]], capture_output=True)


def remove_namespace(namespace: str) -> None:
    deadline = time.monotonic() + 5
    while pids := subprocess.run(["ip", "netns", "pids", namespace], capture_output=True, text=True).stdout.split():
        for pid in pids:
            try:
                os.kill(int(pid), signal.SIGKILL)
            except ProcessLookupError:
                pass
        if time.monotonic() > deadline:
            break
        time.sleep(0.05)
    subprocess.run(["ip", "netns", "del", namespace], capture_output=True)
