# SPDX-License-Identifier: Apache-2.0
"""Instructions that a review takes in policy/, counted by valgrind: the same on a busy machine as on a quiet one.

    python3 bench/micro/instructions.py build/bench/bench/micro/slicegate_replay COMPILER [--write]
Compares with bench/micro/instructions.json and ends with 1 where a count is more than the margin above it. Counts depend on the
compiler and on the libraries that are called: where these differ from the file's, the counts are shown and not judged.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

here = Path(__file__).resolve().parent
sys.path.insert(0, str(here.parent / "server"))

from bodies import write_bodies   # noqa: E402

committed = here / "instructions.json"
margin = 0.03
reviews = [("placed", "validate"), ("refused", "validate"), ("without-gpu", "validate"), ("small", "validate"), ("200KB", "validate"),
           ("dedicated", "mutate"), ("shared", "mutate")]
few, many = 5, 25   # what starts and ends the program is in both


def count(program: Path, body: Path, stage: str, times: int) -> int:
    with tempfile.NamedTemporaryFile() as out:
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out.name}", program, body, stage, str(times)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{program} {body.name} {stage}: {done.stderr}")
        return int(re.search(r"Collected : (\d+)", done.stderr)[1])


def measure(program: Path) -> dict[str, int]:
    with tempfile.TemporaryDirectory(prefix="slicegate-bench-") as scratch:
        write_bodies(Path(scratch))
        found = {}
        for name, stage in reviews:
            body = Path(scratch, f"{name}.json")
            more = count(program, body, stage, many) - count(program, body, stage, few)
            found[f"{stage} {name}"] = more // (many - few)
        return found


def first_line(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[0]


def version(package: str) -> str:
    return first_line("dpkg-query", "-W", "-f", "${Version}\\n", package)


def environment(compiler: str) -> dict[str, str]:
    """What the counts depend on. libc and simdjson choose their loops by the processor that valgrind shows, up to AVX2."""
    vectors = "AVX2" if " avx2 " in Path("/proc/cpuinfo").read_text() else "less than AVX2"
    return {"compiler": first_line(compiler, "--version"), "libc": version("libc6"), "simdjson": version("libsimdjson-dev"),
            "valgrind": version("valgrind"), "processor": vectors}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("compiler")
    parser.add_argument("--write", action="store_true", help="make these the committed figures")
    options = parser.parse_args()
    here_and_now, found = environment(options.compiler), measure(options.program)
    if options.write:
        committed.write_text(json.dumps({"environment": here_and_now, "instructions": found}, indent=1) + "\n")
    known = json.loads(committed.read_text())
    is_comparable = known["environment"] == here_and_now
    print(f"{'instructions a review':<24} {'now':>10} {'committed':>10}")
    for name, number in found.items():
        print(f"{name:<24} {number:>10} {known['instructions'].get(name, 0):>10}")
    if not is_comparable:
        print(f"not judged: the figures are of {known['environment']}, this is {here_and_now}")
        return 0
    worse = [name for name, number in found.items() if number > known["instructions"].get(name, 0) * (1 + margin)]
    for name in worse:
        print(f"{name}: more than {margin:.0%} above the committed figure; if that is meant, --write makes it the new one", file=sys.stderr)
    return int(bool(worse))


if __name__ == "__main__":
    sys.exit(main())
