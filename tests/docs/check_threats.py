# SPDX-License-Identifier: Apache-2.0
"""docs/threat-model.md has 18 rows, each with tests that are there or a stated reason; docs/reliability.md names real tests."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def faults_of(text):
    rows = re.findall(r"^\| (\d+) \|.*\| (.*) \|$", text, re.MULTILINE)
    found = [] if [int(number) for number, _ in rows] == list(range(1, 19)) else ["the rows are not 1 to 18"]
    for number, shown in rows:
        tests = re.findall(r"`(tests/[^`]+)`", shown)
        found += [f"row {number}: {test} is not there" for test in tests if not (ROOT / test).is_file()]
        if not tests and not shown.startswith("reason: "):
            found.append(f"row {number} has neither a test nor a reason")
    return found


def main():
    threats = (ROOT / "docs/threat-model.md").read_text()
    found = faults_of(threats)
    if len(faults_of(threats.replace("tests/server/test_log.cpp", "tests/gone.cpp"))) != len(found) + 1:
        found.append("a test that is gone would not be seen")
    sources = "".join(path.read_text() for path in (ROOT / "tests").rglob("*.cpp"))
    for name in re.findall(r"\(`([a-z_]+: [^`]+)`\)", (ROOT / "docs/reliability.md").read_text()):
        if f'TEST_CASE("{name}")' not in sources:
            found.append(f"docs/reliability.md: no test is called \"{name}\"")
    print(*found, f"threats: {len(found)} faults", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
