# SPDX-License-Identifier: Apache-2.0
"""Sends the sample reviews to a running slicegate in the order kube-apiserver would, and shows what kubectl would.

A CREATE goes to /mutate and, patched, to /validate; an UPDATE to /validate alone. Exit status 1 if an answer is not
the one that answers.txt promises.
"""
import argparse
import base64
import copy
import json
import pathlib
import subprocess
import sys

import show

SAMPLES = pathlib.Path(__file__).parent


class Refused(Exception):
    """The webhook said no; the text is what kubectl prints."""


class BrokenAnswer(Exception):
    """No answer that kube-apiserver would accept."""


def post(url, ca, review):
    curl = ["curl", "--silent", "--show-error", "--fail-with-body", "--max-time", "5", "--cacert", ca,
            "--header", "Content-Type: application/json", "--data-binary", "@-", url]
    done = subprocess.run(curl, input=json.dumps(review), text=True, capture_output=True)
    if done.returncode != 0:
        raise BrokenAnswer(f"{url}: {done.stderr.strip()} {done.stdout.strip()}")
    answer = json.loads(done.stdout)
    if answer.get("kind") != "AdmissionReview" or answer["response"]["uid"] != review["request"]["uid"]:
        raise BrokenAnswer(f"{url}: not the answer to this review: {done.stdout}")
    return answer["response"]


def call(server, hook, review, say):
    """One call of a hook; prints its warnings, raises its refusal, returns its patch."""
    response = post(f"{server.url}/{hook}?timeout=5s", server.ca, review)
    for warning in response.get("warnings", []):
        say(f"Warning: {warning}")
    if not response["allowed"]:
        status = response["status"]
        if (status.get("code"), status.get("reason")) != (403, "Forbidden"):
            raise BrokenAnswer(f"refused with code {status.get('code')} and reason {status.get('reason')}")
        raise Refused(f'admission webhook "{hook}.slicegate.dev" denied the request: {status["message"]}')
    return json.loads(base64.b64decode(response.get("patch") or "W10=", validate=True))


def admit(server, review, say):
    """Returns the object as the API server would store it."""
    patched = copy.deepcopy(review)
    if review["request"]["operation"] == "CREATE":
        patch = call(server, "mutate", review, say)
        patched["request"]["object"] = show.apply_patch(review["request"]["object"], patch)
    call(server, "validate", patched, say)
    return patched["request"]["object"]


def ask(server, file, command, expected, mentions):
    """Shows one sample's answer; returns what is wrong with it, or None."""
    lines = []
    review = json.loads((SAMPLES / file).read_text())
    print(f"\n$ {command}")
    try:
        stored = admit(server, review, lines.append)
        difference = show.difference(review["request"]["object"], stored)
        lines += [f"pod/{stored['metadata']['name']} admitted"]
        lines += ["changed by slicegate:", *difference] if difference else ["unchanged by slicegate"]
        outcome = "patched" if difference else "untouched"
    except Refused as refusal:
        creating = f'error when creating "{command.split()[-1]}": ' if " -f " in command else ""
        lines.append(f"Error from server (Forbidden): {creating}{refusal}")
        outcome = "refused"
    except BrokenAnswer as broken:
        lines.append(str(broken))
        outcome = "broken"
    print("\n".join(lines))
    if outcome != expected or any(word not in "\n".join(lines) for word in mentions.split()):
        return f"{file}: {outcome}, but should be {expected} and mention {mentions}"
    return None


def expectations():
    for line in (SAMPLES / "answers.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            yield [field.strip() for field in line.split("|")]


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--url", required=True)
    options.add_argument("--ca", required=True)
    server = options.parse_args()
    listed = list(expectations())
    wrong = [ask(server, *expectation) for expectation in listed]
    wrong += [f"{file.name}: answers.txt has no line for it"
              for file in sorted(SAMPLES.glob("*.json")) if file.name not in [row[0] for row in listed]]
    wrong = [problem for problem in wrong if problem]
    print(f"\n{len(listed)} samples asked, {len(wrong)} wrong answers", *wrong, sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
