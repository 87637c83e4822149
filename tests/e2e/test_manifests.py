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


def condition(hook: str, name: str) -> str:
    return {item["name"]: item["expression"] for item in hooks()[hook]["matchConditions"]}[name]


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


def test_the_hooks_agree_on_what_may_be_about_gpus():
    superset = condition("mutate.slicegate.dev", "may-be-about-gpus")
    old = "oldObject != null && oldObject.metadata.?labels[?'slicegate.dev/gpu'].hasValue()"
    subresource = "request.?subResource.orValue('') != ''"
    assert condition("validate.slicegate.dev", "may-be-about-gpus") == f"{superset} || ({old})"
    assert condition("advise.slicegate.dev", "is-left-alone-by-validate") == f"{subresource} || !( {superset})"
    assert condition("advise.slicegate.dev", "has-to-do-with-gpus").startswith(f"({subresource} && ( {superset})) || ")


def test_a_template_may_be_about_gpus_where_its_pods_may():
    superset = condition("mutate.slicegate.dev", "may-be-about-gpus").replace(", object.spec.?ephemeralContainers", "")
    of_template = superset.replace("object.spec", "template.?spec").replace("object.metadata", "template.?metadata")
    assert f".exists(template, {of_template}) || " in condition("templates.slicegate.dev", "may-be-about-gpus")


def test_the_two_hooks_for_templates_share_them_out():
    left_alone = condition("advise-templates.slicegate.dev", "is-left-alone-by-templates")
    changes = condition("templates.slicegate.dev", "creates-or-changes-a-template")
    assert left_alone == f"!(({changes}) && ( {condition('templates.slicegate.dev', 'may-be-about-gpus')}))"
    more = condition("advise-templates.slicegate.dev", "creates-or-changes-a-template-or-strategy")
    assert more == f"{changes} || object.spec.?strategy != oldObject.spec.?strategy"
    assert hooks()["advise-templates.slicegate.dev"]["rules"] == hooks()["templates.slicegate.dev"]["rules"]


def test_a_template_has_to_do_with_gpus_where_its_pods_do():
    by_pods = condition("advise.slicegate.dev", "has-to-do-with-gpus").partition(" || object.spec.?nodeSelector")
    of_pods = (by_pods[1] + by_pods[2]).replace(", object.spec.?ephemeralContainers", "")
    of_template = of_pods.replace("object.spec", "template.?spec").replace("object.metadata", "template.?metadata")
    assert condition("advise-templates.slicegate.dev", "has-to-do-with-gpus").endswith(f".hasValue(){of_template})")


def test_both_hooks_for_pods_see_what_moves_while_gates_hold_it():
    moves = "size(oldObject.spec.?schedulingGates.orValue([])) > 0 && ("
    ends = [condition(*name).partition(moves)[2] for name in (
        ("validate.slicegate.dev", "creates-or-changes-what-is-judged"), ("advise.slicegate.dev", "creates-moves-or-adds"))]
    assert ends[0] and ends[0] == ends[1]


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
