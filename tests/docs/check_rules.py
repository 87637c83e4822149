# SPDX-License-Identifier: Apache-2.0
"""Asks the binary whether docs/rules/ is right: each refused example must get the answer printed below it, and each
example under "Fix" must pass without the rule's id.

    python3 tests/docs/check_rules.py build/dev/slicegate
With SLICEGATE_REWRITE=1 the answers in the pages become those of the binary. A page of a rule that the binary does
not have is left alone: check_docs.py holds pages and rules against each other.
"""
import contextlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/samples"))
import ask  # noqa: E402  the calls of kube-apiserver

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
UNSEEN = "the mutating webhook was not called"


class Page:
    def __init__(self, text):
        refused, _, fix = text.partition("\n## Fix\n")
        documents = self.documents(refused)
        self.policy = next((one for one in documents if one["kind"] == "GpuPolicy"), None)
        self.objects = [one for one in documents if one["kind"] != "GpuPolicy"]
        self.fixed = self.documents(fix)
        self.answer = next((block for word, block in FENCE.findall(refused) if not word and block.startswith("$ ")), "")

    @staticmethod
    def documents(text):
        blocks = (block for word, block in FENCE.findall(text) if word == "yaml")
        return [document for block in blocks for document in yaml.safe_load_all(block)]


class Server:
    def __init__(self, url, ca):
        self.url, self.ca = url, ca


@contextlib.contextmanager
def serving(binary, folder, policy):
    """A server with this policy, or the compiled-in one for None; its folder holds tls/ already."""
    command = [binary, "serve", "--listen", "127.0.0.1:0", "--ops-listen", "127.0.0.1:0", "--drain-time", "1ms",
               "--tls-cert", folder / "tls/tls.crt", "--tls-key", folder / "tls/tls.key"]
    if policy:
        (folder / "policy.yaml").write_text(yaml.safe_dump(policy))
        command += ["--config", folder / "policy.yaml"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    first = process.stderr.readline()
    try:
        if '"msg":"serving"' not in first:
            raise ask.BrokenAnswer(first.strip())
        yield Server(f"https://127.0.0.1:{json.loads(first)['port']}", folder / "tls/ca.crt")
    finally:
        process.terminate()
        process.communicate()


def review_of(now, old=None):
    group, _, version = now["apiVersion"].rpartition("/")
    metadata = now["metadata"]
    return {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {
        "uid": "1", "kind": {"group": group, "version": version, "kind": now["kind"]},
        "resource": {"group": group, "version": version, "resource": now["kind"].lower() + "s"},
        "operation": "UPDATE" if old else "CREATE", "name": metadata["name"],
        "namespace": metadata.setdefault("namespace", "default"), "userInfo": {"username": "dev@example.com"},
        "object": now, "oldObject": old, "dryRun": False}}


def call_all(server, objects, is_seen=True):
    """The warnings, and the refusal or None."""
    review, warnings = review_of(*reversed(objects)), []
    try:
        if is_seen:
            ask.admit(server, review, warnings.append)
        else:
            ask.call(server, "validate", review, warnings.append)
    except ask.Refused as refusal:
        return warnings, str(refusal)
    return list(dict.fromkeys(warnings)), None  # the API server drops repeats


def shown(command, objects, warnings, refusal):
    """What kubectl prints."""
    if refusal:
        creating = "" if len(objects) > 1 else f'error when creating "{command.split()[4]}": '
        lines = [*warnings, f"Error from server (Forbidden): {creating}{refusal}"]
    else:
        group = objects[-1]["apiVersion"].rpartition("/")[0]
        kind = objects[-1]["kind"].lower() + (f".{group}" if group else "")
        lines = [*warnings, f"{kind}/{objects[-1]['metadata']['name']} created"]
    return "\n".join([command, *lines]) + "\n"


def check(binary, folder, rule, text):
    """The answer as it should stand in the page, and what is wrong with the page."""
    page = Page(text)
    if not page.objects or not page.answer:
        return "", [f"{rule}: no example with an answer"]
    command = page.answer.splitlines()[0]
    with serving(binary, folder, page.policy) as server:
        warnings, refusal = call_all(server, page.objects, UNSEEN not in command)
        answer = shown(command, page.objects, warnings, refusal)
        wrong = [] if f"[{rule}]" in answer else [f"{rule}: the example does not break the rule:\n{answer}"]
        if answer != page.answer:
            wrong.append(f"{rule}: the answer is\n{answer}")
        for fixed in page.fixed:
            warnings, refusal = call_all(server, [fixed])
            if refusal or f"[{rule}]" in "".join(warnings):
                wrong.append(f"{rule}: the fix does not pass:\n{refusal or warnings}")
    return answer, wrong


def rules_of(binary):
    shown_policy = subprocess.run([binary, "policy", "show"], check=True, capture_output=True, text=True).stdout
    return yaml.safe_load(shown_policy)["spec"]["rules"]


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: check_rules.py BINARY")
    binary, wrong = pathlib.Path(sys.argv[1]).resolve(), []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run([binary, "certs", "--out", folder / "tls", "--name", "127.0.0.1"], check=True, capture_output=True)
        pages = [page for rule in rules_of(binary) if (page := ROOT / f"docs/rules/{rule}.md").exists()]
        for page in pages:
            text = page.read_text()
            answer, problems = check(binary, folder, page.stem, text)
            if problems and answer and os.environ.get("SLICEGATE_REWRITE"):
                page.write_text(text.replace(Page(text).answer, answer))
            wrong += problems
    print(*wrong, f"docs/rules: {len(pages)} pages asked, {len(wrong)} faults", sep="\n")
    return 1 if wrong or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
