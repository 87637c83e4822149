# SPDX-License-Identifier: Apache-2.0
"""What the replicas have counted, those that are gone included: each is asked several times a second until it ends."""

import http.client
import re
import threading

from cluster import Cluster

sample = re.compile(r"^(slicegate_\w+)(?:\{(.*)\})? (\S+)$", re.MULTILINE)
period_seconds = 0.25
Samples = dict[tuple[str, frozenset[str]], float]


def scrape(address: str) -> Samples:
    connection = http.client.HTTPConnection(address, 8080, timeout=2)
    try:
        connection.request("GET", "/metrics")
        text = connection.getresponse().read().decode()
    finally:
        connection.close()
    return {(name, frozenset((labels or "").split(","))): float(value) for name, labels, value in sample.findall(text)}


class Counters:
    def __init__(self, cluster: Cluster):
        self.kubelet = cluster.kubelet
        self.last: dict[int, Samples] = {}   # by process
        self.scrape_all()
        self.first = dict(self.last)
        self.done = threading.Event()
        self.thread = threading.Thread(target=self.follow)

    def __enter__(self) -> "Counters":
        self.thread.start()
        return self

    def __exit__(self, *_) -> None:
        self.done.set()
        self.thread.join()
        self.scrape_all()

    def follow(self) -> None:
        while not self.done.wait(period_seconds):
            self.scrape_all()

    def scrape_all(self) -> None:
        for replica in list(self.kubelet.replicas.values()):
            process = replica.process
            if process is None or process.poll() is not None:
                continue
            try:
                self.last[process.pid] = scrape(replica.address)
            except (OSError, http.client.HTTPException):
                pass   # starting or ending

    def total(self, metric: str, **labels: str) -> int:
        """Since the beginning, over all processes and all series with these labels."""
        wanted = {f'{name}="{value}"' for name, value in labels.items()}
        return round(sum(value - self.first.get(pid, {}).get(key, 0.0) for pid, samples in self.last.items()
                         for key, value in samples.items() if key[0] == metric and wanted <= key[1]))

    def of_process(self, pid: int, metric: str) -> float:
        return sum(value for key, value in self.last.get(pid, {}).items() if key[0] == metric)
