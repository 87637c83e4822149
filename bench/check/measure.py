# SPDX-License-Identifier: Apache-2.0
"""`slicegate check` beside conftest and kubeconform over the same manifests, in turn, in one run.

    python3 bench/check/measure.py build/release/slicegate [--files 10000] [--rounds 5]
Prints seconds, CPU seconds and memory of each, as medians, and their ratios; exit status 1 where the goal is missed: a tenth of
conftest's time, which judges manifests by rules too (one, here). kubeconform holds each field against a schema, another task:
what it shares with the others is finding, reading and parsing every file.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from manifests import definitions, write_manifests
from schemas import write_schemas

here = Path(__file__).resolve().parent
goal = 0.1


def build_peer(name: str, package: str) -> Path:
    folder = Path(os.environ.get("SLICEGATE_CACHE") or Path.home() / ".cache/slicegate") / "bench"
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run(["go", "build", "-trimpath", "-buildvcs=false", "-o", folder / name, package], cwd=here / name, check=True,
                   env={"GOTOOLCHAIN": "auto", **os.environ, "CGO_ENABLED": "0"})
    return folder / name


def resident_peak(pid: int) -> int:
    """KiB. rusage would do, but after a fork it counts the parent's memory too."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1])
    return 0   # it has ended


def run_once(command: list) -> tuple[float, float, float]:
    """Seconds, CPU seconds, MiB at the most. Ends with the output where the command does not end with 0."""
    with tempfile.TemporaryFile() as output:
        began, peak = time.monotonic(), 0
        child = subprocess.Popen(command, stdout=output, stderr=output)
        while os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
            peak = max(peak, resident_peak(child.pid))
            time.sleep(0.005)
        took = time.monotonic() - began
        _, status, usage = os.wait4(child.pid, 0)
        if code := os.waitstatus_to_exitcode(status):
            output.seek(0)
            sys.exit(f"{command[0]} ended with {code}:\n{output.read(2000).decode(errors='replace')}")
    return took, usage.ru_utime + usage.ru_stime, peak / 1024


def medians(rounds: list[tuple[float, float, float]]) -> list[float]:
    return [statistics.median(column) for column in zip(*rounds)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("slicegate", type=Path)
    parser.add_argument("--files", type=int, default=10000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    kubeconform = build_peer("kubeconform", "github.com/yannh/kubeconform/cmd/kubeconform")
    conftest = build_peer("conftest", "github.com/open-policy-agent/conftest")
    with tempfile.TemporaryDirectory(prefix="slicegate-bench-") as scratch:
        schemas, files = Path(scratch, "schemas"), Path(scratch, "manifests")
        schemas.mkdir()
        files.mkdir()
        size = write_manifests(options.files, files)
        commands = {"slicegate check": [options.slicegate, "check", files],
                    "conftest": [conftest, "test", "--policy", here / "conftest/policy", files],
                    "kubeconform": [kubeconform, "-schema-location", write_schemas(definitions, schemas), files]}
        measured = {name: [] for name in commands}
        for _ in range(options.rounds):
            for name, command in commands.items():
                measured[name].append(run_once(command))
    print(f"{options.files} files, {size / 2**20:.1f} MiB, {options.rounds} rounds, {os.cpu_count()} cores\n")
    print(f"{'':<16} {'seconds':>8} {'CPU s':>8} {'MiB':>8}")
    for name, rounds in measured.items():
        print(f"{name:<16} " + " ".join(f"{value:8.2f}" for value in medians(rounds)))
    ours = medians(measured["slicegate check"])[0]
    ratios = {name: ours / medians(rounds)[0] for name, rounds in measured.items()}
    print(f"\nslicegate check takes {ratios['conftest']:.3f} of conftest's time (goal: at most {goal}), "
          f"{ratios['kubeconform']:.3f} of kubeconform's")
    return int(ratios["conftest"] > goal)


if __name__ == "__main__":
    sys.exit(main())
