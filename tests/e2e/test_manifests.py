# SPDX-License-Identifier: Apache-2.0
"""What is said twice has to be the same; read from the files, no cluster needed."""

import re

import pytest
import yaml

from cluster import repository
from network import run

base = repository / "manifests/base"


def load(name: str) -> dict:
    return yaml.safe_load((base / name).read_text())


def hooks() -> dict[str, dict]:
    files = ("mutating-webhook.yaml", "validating-webhook.yaml")
    return {hook["name"]: hook for name in files for hook in load(name)["webhooks"]}


def test_the_shipped_policy_is_the_compiled_in_one(request):
    show = [str(request.config.getoption("--binary")), "policy", "show"]
    assert run(*show, str(base / "policy.yaml")) == run(*show)


def test_the_conditions_name_the_label_and_the_reserved_keys_of_the_policy():
    spec = load("policy.yaml")["spec"]
    reserved = {key for pool in spec["pools"] if pool.get("reserved") for key in pool["nodeSelector"]}
    quoted = {name: set(re.findall(r"'([a-z.]+/[^']+)'", str([c["expression"] for c in hook["matchConditions"]]).replace('"', "")))
              for name, hook in hooks().items()}
    assert quoted["mutate.slicegate.dev"] == {spec["label"]}
    assert quoted["validate.slicegate.dev"] == {spec["label"], "slicegate.dev/gpu-memory"}
    assert quoted["templates.slicegate.dev"] == {spec["label"]}
    assert quoted["advise.slicegate.dev"] == {spec["label"]} | reserved
    assert quoted["advise-templates.slicegate.dev"] == {spec["label"]} | reserved


@pytest.mark.parametrize("name, policy", [("mutate", "Fail"), ("validate", "Fail"), ("templates", "Fail"), ("advise", "Ignore"),
                                          ("advise-templates", "Ignore"), ("further-kinds", "Ignore")])
def test_a_hook_offers_no_way_out_by_a_label_of_the_users(name, policy):
    added = yaml.safe_load((repository / "manifests/components/further-kinds/hook.yaml").read_text())
    hook = (hooks() | {patch["value"]["name"]: patch["value"] for patch in added})[f"{name}.slicegate.dev"]
    assert hook["failurePolicy"] == policy
    assert "objectSelector" not in hook
    assert hook["namespaceSelector"] == {"matchExpressions": [{
        "key": "kubernetes.io/metadata.name", "operator": "NotIn", "values": ["slicegate-system", "kube-system"]}]}


def test_the_grace_period_covers_drain_and_the_longest_webhook_call():
    spec = load("deployment.yaml")["spec"]["template"]["spec"]
    assert spec["terminationGracePeriodSeconds"] >= 10 + 30
