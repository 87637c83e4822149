# SPDX-License-Identifier: Apache-2.0
"""Runs the commands that docs/mig.md, docs/fit.md and docs/sharing.md show, and holds what they print against what is quoted. They ask
no cluster and no card, so they print the same everywhere.

    python3 tests/docs/check_commands.py build/dev/slicegate
Exit status 1 where anything differs. SLICEGATE_REWRITE=1 writes what is printed into the documents.
"""
import os
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = ("docs/mig.md", "docs/fit.md", "docs/sharing.md")
BLOCK = re.compile(r"```\n(\$ slicegate [^\n]*)\n(.*?)```", re.DOTALL)


def run(binary, line):
    """What a terminal would show."""
    words = shlex.split(line.removeprefix("$ slicegate "))
    done = subprocess.run([binary, *words], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.stdout


def render(binary, text):
    """The page as its commands would have it."""
    return BLOCK.sub(lambda block: f"```\n{block[1]}\n{run(binary, block[1])}```", text)


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: check_commands.py BINARY")
    binary = str(pathlib.Path(sys.argv[1]).resolve())
    faults = 0
    for page in (ROOT / name for name in PAGES):
        text = page.read_text()
        shown = BLOCK.findall(text)
        if len(shown) < 4:
            print(f"{page.relative_to(ROOT)}: shows {len(shown)} commands: were they renamed?")
            faults += 1
        if os.environ.get("SLICEGATE_REWRITE"):
            page.write_text(render(binary, text))
            continue
        for line, quoted in shown:
            printed = run(binary, line)
            if printed != quoted:
                print(f"{page.relative_to(ROOT)}: {line}\nis said to print:\n{quoted}prints:\n{printed}")
                faults += 1
    print(f"commands of the documentation: {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
