# SPDX-License-Identifier: Apache-2.0
"""What slicegate promises, judged in each round and then by the median: the machine drifts, ratios within a round hold."""

import dataclasses
import statistics

validate, dedicate = "validate placed x8", "dedicate dedicated x8"


@dataclasses.dataclass
class Goal:
    name: str
    unit: str
    limit: float
    at_most: bool      # or at least
    measured: float | None = None   # None: this run did not measure it

    @property
    def is_missed(self) -> bool:
        if self.measured is None:
            return False
        return self.measured > self.limit if self.at_most else self.measured < self.limit


def cpu(name: str):
    return lambda server: server["cases"][name]["cpu_us"]


def ratio(figure, other_figure=None):
    """Of slicegate's figure to another server's."""
    return lambda ours, other: figure(ours) / (other_figure or figure)(other)


def inverse(figure):
    return lambda ours, other: figure(other) / figure(ours)


def time_over_size(ours: dict) -> float:
    """1 where ten times the body takes ten times the time."""
    return ours["cases"]["validate 17MB x1"]["p50_us"] / ours["cases"]["validate 1.7MB x1"]["p50_us"] / 10


# name, unit, limit, at most?, beside whom, how
table = [
    ("CPU per request, /validate, allowed", "× nginx", 1.25, True, "nginx", ratio(cpu(validate))),
    ("CPU per request, /mutate, dedicated", "× nginx", 1.5, True, "nginx", ratio(cpu(dedicate), cpu(validate))),
    ("CPU of the Go webhook, validate", "× slicegate", 12, False, "go", inverse(cpu(validate))),
    ("CPU of the Go webhook, mutate", "× slicegate", 25, False, "go", inverse(cpu(dedicate))),
    ("CPU of the Rust webhook, validate", "× slicegate", 3.5, False, "rust", inverse(cpu(validate))),
    ("CPU of the Rust webhook, mutate", "× slicegate", 6.5, False, "rust", inverse(cpu(dedicate))),
    ("p99 at 8 connections", "× nginx", 1.5, True, "nginx", ratio(lambda server: server["cases"][validate]["p99_us"])),
    ("TLS handshakes a second", "× nginx", 0.9, False, "nginx", ratio(lambda server: server["handshakes"]["per_second"])),
    ("resident when idle", "MiB", 16, True, None, lambda ours: ours["idle_mib"]),
    ("resident under 64 connections of 5 KB", "MiB", 32, True, None, lambda ours: ours["cases"]["validate placed x64"] and ours["peak_mib"]),
    ("peak of a 17 MB review", "× its size", 4, True, None, lambda ours: ours["cases"]["validate 17MB x1"]["peak_times_body"]),
    ("time of 17 MB over ten times that of 1.7 MB", "×", 1.5, True, None, time_over_size),
    ("start to ready", "ms", 100, True, None, lambda ours: ours["ready_ms"]),
]


def judge(rounds: dict) -> list[Goal]:
    goals = []
    for name, unit, limit, at_most, beside, figure in table:
        goal = Goal(name, unit, limit, at_most)
        others = [()] * len(rounds["slicegate"]) if beside is None else [(other,) for other in rounds.get(beside, [])]
        try:
            values = [figure(ours, *other) for ours, other in zip(rounds["slicegate"], others)]
            goal.measured = statistics.median(values) if values else None
        except KeyError:   # a short run leaves out sizes and connections
            pass
        goals.append(goal)
    return goals
