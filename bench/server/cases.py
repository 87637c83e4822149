# SPDX-License-Identifier: Apache-2.0
"""What is asked of whom, and what the right answer is."""

import dataclasses

from servers import Server


@dataclasses.dataclass(frozen=True)
class Case:
    name: str
    path: str
    body: str
    connections: int
    allowed: bool = True
    patched: bool = False

    @property
    def key(self) -> str:
        return f"{self.name} {self.body} x{self.connections}"


decisions = {
    "validate": ("/validate", "placed", True, False),
    "refuse": ("/validate", "refused", False, False),
    "no-gpu": ("/validate", "without-gpu", True, False),
    "dedicate": ("/mutate", "dedicated", True, True),
    "share": ("/mutate", "shared", True, True),
}


def case(name: str, connections: int, body: str = "") -> Case:
    path, usual, allowed, patched = decisions[name]
    return Case(name, path, body or usual, connections, allowed, patched)


def cases(kind: str, quick: bool) -> list[Case]:
    """Heaviest last: the memory of the 5 KB cases is read before them."""
    if kind == "nginx":
        names = ["validate"]
    elif kind == "slicegate":
        names = list(decisions)
    else:
        names = ["validate", "dedicate"] if quick else list(decisions)
    if quick:
        return [case(name, 8) for name in names]
    few = names if kind == "slicegate" else [name for name in names if name in ("validate", "dedicate")]
    cases = [case(name, 8) for name in names] + [case(name, connections) for connections in (1, 64) for name in few]
    return [*cases, case("validate", 8, "small"), *([case("validate", 8, "200KB")] if kind != "nginx" else [])]


# nginx answers before a large body is there, which wrk takes for the end of the exchange: no figure of its would mean anything.
large_cases = [case("validate", 1, "1.7MB"), case("validate", 1, "17MB")]


def wrong_answer(server: Server, case: Case, body: bytes) -> str:
    """Empty where the server decides as slicegate would; else what it said instead."""
    if not server.kind.decides:
        return ""
    response = server.decide(case.path, body)
    right = response.get("allowed") == case.allowed and ("patch" in response) == case.patched
    return "" if right else str(response)[:800]
