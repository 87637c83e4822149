# SPDX-License-Identifier: Apache-2.0
"""slicegate beside nginx, a Go and a Rust webhook: CPU, latency, memory of each, in turn, in one run on one machine.

    python3 bench/server/measure.py build/release/slicegate [--quick] [--rounds 3] [--seconds 4] [--write]
Prints the tables, writes build/bench/server.json, with --write docs/performance.md and its plot too. Exit status 1 where a goal is missed.
"""

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bodies import write_bodies
from cases import cases, large_cases, wrong_answer
from goals import judge
from load import post, shake_hands
from report import render_goals, render_tables, write_docs
from servers import Server, go_peer, nginx, rust_peer, slicegate


def find_kinds(binary: Path) -> list:
    """Those that can run here, and a word about each that cannot."""
    kinds = [slicegate(binary)]
    for name, make, needs in (("nginx", nginx, "nginx (Debian: nginx)"), ("Go", go_peer, "go"), ("Rust", rust_peer, "cargo")):
        try:
            kind = make()
        except subprocess.CalledProcessError as error:
            kind, needs = None, f"a build that works ({error})"
        if kind:
            kinds.append(kind)
        else:
            print(f"without {name}: it needs {needs}", file=sys.stderr)
    return kinds


def make_folder(binary: Path, folder: Path) -> None:
    subprocess.run([binary, "certs", "--out", folder, "--name", "localhost", "--name", "127.0.0.1"], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    write_bodies(folder)


def measure_large(server: Server, folder: Path, seconds: int) -> dict:
    """Alone on a connection: a 17 MB review is rare. Tells the peak as a multiple of the body."""
    measured = {}
    for case in large_cases:
        body = folder / f"{case.body}.json"
        if wrong := wrong_answer(server, case, body.read_bytes()):
            measured[case.key] = {"not answered": wrong}
            continue
        server.forget_peak()
        measured[case.key] = post(server, case.path, body, case.connections, seconds)
        measured[case.key]["peak_mib"] = server.memory_mib("VmHWM")
        measured[case.key]["peak_times_body"] = server.memory_mib("VmHWM") * 2**20 / body.stat().st_size
    return measured


def measure_one(kind, folder: Path, options) -> dict:
    """One server's share of a round, from its start to its end."""
    with Server(kind, folder) as server:
        result = {"ready_ms": server.ready_ms, "idle_mib": server.memory_mib("VmRSS"), "load_average": os.getloadavg()[0], "cases": {}}
        for case in cases(kind.name, options.quick):
            body = folder / f"{case.body}.json"
            if case.body == "small":   # past here bodies are larger
                result["peak_mib"] = server.memory_mib("VmHWM")
            if wrong := wrong_answer(server, case, body.read_bytes()):
                sys.exit(f"{kind.name} decides {case.key} wrongly: {wrong}")
            result["cases"][case.key] = post(server, case.path, body, case.connections, options.seconds)
        result.setdefault("peak_mib", server.memory_mib("VmHWM"))
        result["handshakes"] = shake_hands(server, 1 if options.quick else 3)
        if kind.decides and not options.quick:
            result["cases"] |= measure_large(server, folder, options.seconds)
        return result


def machine() -> dict:
    model = next((line.partition(":")[2].strip() for line in Path("/proc/cpuinfo").read_text().splitlines() if "model name" in line), "?")
    return {"cpu": model, "cores": os.cpu_count(), "kernel": platform.release(), "date": time.strftime("%Y-%m-%d", time.gmtime()),
            "load_average_before": os.getloadavg()[0]}


def median_of(values: list):
    """Of dicts of dicts of numbers, leaf by leaf; what is no number is taken from the last."""
    if isinstance(values[-1], dict):
        return {key: median_of([value[key] for value in values if key in value]) for key in values[-1]}
    numbers = all(isinstance(value, (int, float)) for value in values)
    return statistics.median(values) if numbers else values[-1]


def run_rounds(kinds: list, options) -> dict:
    rounds = {kind.name: [] for kind in kinds}
    with tempfile.TemporaryDirectory(prefix="slicegate-bench-") as scratch:
        make_folder(options.slicegate, Path(scratch))
        for number in range(options.rounds):
            for kind in kinds:
                print(f"round {number + 1}: {kind.name}", file=sys.stderr)
                rounds[kind.name].append(measure_one(kind, Path(scratch), options))
    return rounds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("slicegate", type=Path)
    parser.add_argument("--quick", action="store_true", help="a minute: 8 connections and 5 KB alone")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, help="for each case (default: 4, quick: 1)")
    parser.add_argument("--write", action="store_true", help="bring docs/performance.md up to date")
    options = parser.parse_args()
    options.seconds = options.seconds or (1 if options.quick else 4)
    if not shutil.which("wrk"):
        sys.exit("wrk makes the load and is not here (Debian: wrk)")
    about = machine()
    kinds = find_kinds(options.slicegate.resolve())
    rounds = run_rounds(kinds, options)
    result = {"machine": about, "rounds": options.rounds, "seconds": options.seconds,
              "servers": {kind.name: {"version": kind.version, "binary_mib": kind.binary.stat().st_size / 2**20,
                                      **median_of(rounds[kind.name])} for kind in kinds},
              "raw": rounds}
    goals = judge(rounds)
    out = Path("build/bench/server.json")
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(result, indent=1) + "\n")
    print(render_tables(result))
    print(render_goals(goals))
    if options.write:
        write_docs(result, goals)
    missed = [goal.name for goal in goals if goal.is_missed]
    if missed:
        print("missed: " + "; ".join(missed), file=sys.stderr)
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main())
