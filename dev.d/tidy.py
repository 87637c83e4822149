# SPDX-License-Identifier: Apache-2.0
"""clang-tidy over every source of ours that compile_commands.json names, on all cores.

What passed is remembered under build/tidy by what it was made of (the source, every header of ours, the command, the
checks, clang-tidy itself), so that a second run looks at what changed alone.
"""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import shlex
import subprocess
import sys
import time

FOLDERS = ("policy", "sizing", "certs", "cli", "server", "ui")
TIDY = "clang-tidy-19"
# The warnings asked for are GCC's. Designated initialisers may leave out what has a default.
FLAGS = ("-Wno-unknown-warning-option", "-Wno-missing-designated-field-initializers")


def digest(*parts):
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def shared_inputs(root):
    headers = sorted(header for folder in FOLDERS for header in (root / folder).rglob("*.hpp"))
    version = subprocess.run([TIDY, "--version"], capture_output=True, text=True, check=True).stdout
    return digest(version, (root / ".clang-tidy").read_text(), *(header.read_text() for header in headers))


def check(source, build):
    """Returns what clang-tidy says, or nothing."""
    started = time.monotonic()
    command = [TIDY, "--quiet", "-p", str(build), *(f"--extra-arg={flag}" for flag in FLAGS), str(source)]
    done = subprocess.run(command, capture_output=True, text=True)
    print(f"{time.monotonic() - started:5.1f} s  {source}", flush=True)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    build = root / "build/dev"
    passed = root / "build/tidy"
    passed.mkdir(parents=True, exist_ok=True)
    shared = shared_inputs(root)
    todo = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        source = pathlib.Path(entry["file"]).relative_to(root)
        key = digest(shared, source.read_text(), shlex.join(shlex.split(entry["command"])))
        if source.parts[0] in FOLDERS and not (passed / key).exists():
            todo[source] = key
    findings = []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for (source, key), said in zip(todo.items(), pool.map(lambda source: check(source, build), todo)):
            if said:
                findings.append(said)
            else:
                (passed / key).touch()
    print(f"clang-tidy: {len(todo)} sources looked at, {len(findings)} with findings", *findings, sep="\n")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
