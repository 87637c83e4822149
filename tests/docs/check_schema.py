# SPDX-License-Identifier: Apache-2.0
"""The JSON Schema of the policy file, by a validator that others use (python3-jsonschema): is it a schema, does it take what
slicegate takes, and does it refuse each mistake that a schema can see?

    python3 tests/docs/check_schema.py build/dev/slicegate
Prints what differs; exit status 1 where anything does.
"""
import copy
import json
import pathlib
import re
import subprocess
import sys

import jsonschema
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
SLICEGATE = str(pathlib.Path(sys.argv[1]).resolve())

# Where the mistake is put, and the mistake: slicegate refuses each of them too.
MISTAKES = {
    "a kind of another's": (["kind"], "Policy"),
    "an unknown version": (["apiVersion"], "slicegate.dev/v2"),
    "a misspelt field": (["spec", "unlabeled"], "share"),
    "an unknown access": (["spec", "unlabelled"], "shared"),
    "an unknown rule": (["spec", "rules", "single-slices"], "deny"),
    "an unknown action": (["spec", "rules", "single-slice"], "refuse"),
    "a number for a text": (["spec", "label"], 7),
    "a limit below one": (["spec", "gpus", 0, "maxPerPod"], 0),
    "a list for a mapping": (["spec", "exempt"], []),
    "an unknown card": (["spec", "pools", 0, "card"], "h100-sx"),
}


def output(*command):
    return subprocess.run([SLICEGATE, *command], check=True, capture_output=True, text=True).stdout


def is_taken(policy):
    """By slicegate itself; JSON is YAML."""
    return subprocess.run([SLICEGATE, "policy", "validate", "-"], input=json.dumps(policy), capture_output=True,
                          text=True).returncode == 0


def whole_policies(markdown):
    """Those of a document's examples that are whole policy files."""
    blocks = re.findall(r"((?:^(?:    .*)?\n)+)", markdown, re.MULTILINE)
    return [block for block in blocks if re.search(r"^    kind: GpuPolicy$", block, re.MULTILINE)]


def policies():
    yield "slicegate policy show", yaml.safe_load(output("policy", "show"))
    yield "manifests/base/policy.yaml", yaml.safe_load((ROOT / "manifests/base/policy.yaml").read_text())
    for file in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))):
        for block in whole_policies(file.read_text()):
            yield str(file.relative_to(ROOT)), yaml.safe_load(block)


def with_mistake(policy, path, value):
    policy = copy.deepcopy(policy)
    place = policy
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return policy


def main():
    schema = json.loads(output("policy", "schema"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    problems = []
    for name, policy in policies():
        problems += [f"{name}: {error.json_path}: {error.message}" for error in validator.iter_errors(policy)]
        if not is_taken(policy):
            problems.append(f"{name}: refused by slicegate itself")
    shown = yaml.safe_load(output("policy", "show"))
    for name, mistake in MISTAKES.items():
        policy = with_mistake(shown, *mistake)
        if validator.is_valid(policy):
            problems.append(f"{name}: the schema lets it pass")
        if is_taken(policy):
            problems.append(f"{name}: slicegate lets it pass")
    print("\n".join(problems) or f"{len(list(policies()))} policies taken, {len(MISTAKES)} mistakes refused")
    return int(bool(problems))


if __name__ == "__main__":
    sys.exit(main())
