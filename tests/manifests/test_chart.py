# SPDX-License-Identifier: Apache-2.0
"""The Helm chart: the same objects as kustomize makes, and what its values change."""

import base64
import json
import re
import subprocess

import pytest
import yaml

import programs
from rendering import hooks, objects, policy, run

chart = programs.repository / "manifests/chart"
ca = base64.b64encode(b"made up").decode()


def helm(*words) -> list:
    return [programs.helm(), *words, "--namespace", "slicegate-system"]


def template(*values: str, **more) -> dict[str, dict]:
    """Values are as of --set."""
    sets = [word for value in values for word in ("--set", value)]
    sets += [word for name, value in more.items() for word in ("--set-json", f"{name}={json.dumps(value)}")]
    return objects(run(*helm("template", "slicegate", chart, *sets)))


def refusal(*values: str) -> str:
    sets = [word for value in values for word in ("--set", value)]
    done = subprocess.run([str(word) for word in helm("template", "slicegate", chart, *sets)], capture_output=True, text=True)
    assert done.returncode != 0
    return done.stderr


def comparable(rendered: dict[str, dict]) -> dict[str, dict]:
    """Without helm's own labels; the policy as an object, since its text has comments on one side."""
    for item in rendered.values():
        for label in ("app.kubernetes.io/managed-by", "app.kubernetes.io/version", "helm.sh/chart"):
            item["metadata"]["labels"].pop(label, None)
    config = rendered["ConfigMap/slicegate-policy"]["data"]
    config["policy.yaml"] = yaml.safe_load(config["policy.yaml"])
    return {key: item for key, item in rendered.items() if "helm.sh/hook" not in item["metadata"].get("annotations", {})}


@pytest.mark.parametrize("components, values", [
    ([], []),
    (["autoscaling"], ["autoscaling.enabled=true"]),
    (["host-network"], ["hostNetwork=true"]),
    (["audit-only"], ["auditOnly=true"]),
    (["further-kinds"], ["furtherKinds[0].apiGroups={kubeflow.org},furtherKinds[0].apiVersions={*},furtherKinds[0].resources={pytorchjobs}"]),
    (["monitoring"], ["monitoring.enabled=true"]),
    (["hardened"], ["hardened.enabled=true"]),
    (["hardened", "autoscaling", "monitoring", "audit-only"],
     ["hardened.enabled=true", "autoscaling.enabled=true", "monitoring.enabled=true", "auditOnly=true"]),
], ids=lambda value: "+".join(word.partition("[")[0] for word in value) or "plain")
def test_helm_and_kustomize_make_the_same_objects(render, components, values):
    ours = comparable(template("namespace.create=true", "certificate.source=certManager", *values))
    theirs = comparable(objects(render("overlays/cert-manager", *components)))
    assert ours.keys() == theirs.keys()
    for key in ours:
        assert ours[key] == theirs[key], key


def test_what_the_chart_has_word_for_word_is_up_to_date():
    run("python3", programs.repository / "dev.d/chart.py", "--check")


def test_lint_finds_nothing():
    run(*helm("lint", "--strict", chart))


def test_the_defaults_are_the_values_that_the_schema_knows():
    values = yaml.safe_load((chart / "values.yaml").read_text())
    schema = json.loads((chart / "values.schema.json").read_text())

    def unknown(value, known, path=""):
        fields = known.get("properties", {})
        if known.get("additionalProperties") is not False:
            return []
        return [f"{path}{name}" for name in value.keys() - fields.keys()] + [
            problem for name in value.keys() & fields.keys() if isinstance(value[name], dict)
            for problem in unknown(value[name], fields[name], f"{path}{name}.")]
    assert unknown(values, schema) == []
    assert schema["properties"].keys() - values.keys() == {"global"}


@pytest.mark.parametrize("value, word", [
    ("replica=3", "replica"), ("failurePolicy=Perhaps", "failurePolicy"), ("certificate.source=magic", "source"),
    ("timeoutSeconds=60", "timeoutSeconds"), ("image.pullPolicy=always", "pullPolicy"), ("extraArgs={debug}", "extraArgs"),
    ("hardened.schedulers={it's}", "schedulers"), ("certificate.source=existing", "certificate.caBundle"),
])
def test_a_wrong_value_is_named(value, word):
    assert word in refusal(value)


def test_the_label_and_the_reserved_keys_of_the_policy_go_into_every_registration():
    pools = [{"name": "a", "access": "dedicate", "nodeSelector": {"example.com/pool": "a"}, "reserved": True},
             {"name": "b", "access": "dedicate", "nodeSelector": {"example.com/rack": "b"}, "reserved": "hard"},
             {"name": "c", "access": "share", "nodeSelector": {"example.com/open": "c"}}]
    rendered = template("policy.label=example.com/gpu", "hardened.enabled=true", **{"policy.pools": pools})
    assert policy(rendered)["spec"]["pools"] == pools
    plain = hooks(template())
    for name, hook in hooks(rendered).items():
        words = set(re.findall(r"'([a-z.]+/[^']+)'", json.dumps(hook["matchConditions"])))
        reserved = {"example.com/pool", "example.com/rack"} if "slicegate.dev/pool" in json.dumps(plain[name]) else set()
        assert words - {"slicegate.dev/gpu-memory"} == {"example.com/gpu"} | reserved, name
    terms = rendered["Deployment/slicegate"]["spec"]["template"]["spec"]["affinity"]["nodeAffinity"]
    assert terms["preferredDuringSchedulingIgnoredDuringExecution"][0]["preference"]["matchExpressions"] == [
        {"key": "example.com/pool", "operator": "NotIn", "values": ["a"]}, {"key": "example.com/rack", "operator": "NotIn", "values": ["b"]}]
    assert "'example.com/gpu'" in json.dumps(rendered["ValidatingAdmissionPolicy/slicegate-bindings"])


def test_without_a_reserved_pool_no_key_is_looked_for():
    conditions = json.dumps(hooks(template(**{"policy.pools": []}))["advise.slicegate.dev"]["matchConditions"])
    assert "slicegate.dev/pool" not in conditions and "expression, false)" in conditions


def test_the_registrations_of_another_policy_are_those_of_its_key_put_in_by_hand():
    """Texts of the conditions are otherwise the base's."""
    plain = json.dumps(hooks(template("certificate.source=certManager")))
    other = json.dumps(hooks(template("certificate.source=certManager", "policy.label=example.com/gpu")))
    assert other == plain.replace("'slicegate.dev/gpu'", "'example.com/gpu'")


def test_another_namespace_is_called_named_and_left_out_by_the_registrations():
    done = run(programs.helm(), "template", "slicegate", chart, "--namespace", "gpus")
    rendered = objects(done)
    assert "slicegate-system" not in done
    for hook in hooks(rendered).values():
        assert hook["clientConfig"]["service"]["namespace"] == "gpus"
        assert hook["namespaceSelector"]["matchExpressions"][0]["values"] == ["gpus", "kube-system"]


def test_a_generated_certificate_is_one_that_is_called_by_its_name(binary, tmp_path):
    rendered = template()
    secret = rendered["Secret/slicegate-tls"]["data"]
    assert {hook["clientConfig"]["caBundle"] for hook in hooks(rendered).values()} == {secret["ca.crt"]}
    for name, value in secret.items():
        (tmp_path / name).write_bytes(base64.b64decode(value))
    run("openssl", "verify", "-x509_strict", "-purpose", "sslserver", "-verify_hostname", "slicegate.slicegate-system.svc", "-CAfile", tmp_path / "ca.crt",
        tmp_path / "tls.crt")
    started = subprocess.run([str(binary), "serve", "--tls-cert", str(tmp_path / "tls.crt"), "--tls-key", str(tmp_path / "tls.key"),
                              "--listen", "127.0.0.1:1", "--ops-listen", "nowhere"], capture_output=True, text=True, timeout=10)
    assert "tls" not in started.stderr.lower() and started.returncode == 2, started.stderr   # the pair loads: what is wrong is the address


def test_an_existing_secret_is_left_alone_and_its_ca_trusted():
    rendered = template("certificate.source=existing", f"certificate.caBundle={ca}")
    assert "Secret/slicegate-tls" not in rendered
    assert {hook["clientConfig"]["caBundle"] for hook in hooks(rendered).values()} == {ca}


def test_fail_open_is_one_value():
    assert {hook["failurePolicy"] for hook in hooks(template("failurePolicy=Ignore")).values()} == {"Ignore"}


def test_audit_only_spares_nobody_by_namespace_either():
    rendered = template("auditOnly=true", **{"policy.namespaces": [{"match": "prod-*", "rules": {"memory-fraction": "deny"}}]})
    assert policy(rendered)["spec"]["namespaces"] == [{"match": "prod-*", "rules": {"memory-fraction": "audit"}}]


def test_the_policy_of_the_values_is_one_that_slicegate_takes(binary, tmp_path):
    for number, values in enumerate(([], ["auditOnly=true"])):
        file = tmp_path / f"{number}.yaml"
        file.write_text(template(*values)["ConfigMap/slicegate-policy"]["data"]["policy.yaml"])
        run(binary, "policy", "validate", file)


def test_wishes_reach_the_pods():
    rendered = template("image.repository=registry.example.com/slicegate", "image.tag=v1", "tolerations[0].operator=Exists",
                        "nodeSelector.tier=infra", "labels.team=gpus", "podLabels.zone=a", "extraArgs={--log-level=debug}", "pullSecrets={key}",
                        "extraVolumes[0].name=callers", "extraVolumes[0].configMap.name=callers", "extraVolumeMounts[0].name=callers")
    assert all(item["metadata"]["labels"].get("team") == "gpus" for key, item in rendered.items() if not key.startswith("Pod/"))
    pod = rendered["Deployment/slicegate"]["spec"]["template"]
    assert pod["metadata"]["labels"] == {"app.kubernetes.io/name": "slicegate", "zone": "a"}
    assert pod["spec"]["containers"][0]["image"] == "registry.example.com/slicegate:v1"
    assert pod["spec"]["containers"][0]["args"][-1] == "--log-level=debug"
    assert pod["spec"]["tolerations"] == [{"operator": "Exists"}] and pod["spec"]["nodeSelector"] == {"tier": "infra"}
    assert pod["spec"]["volumes"][-1]["name"] == pod["spec"]["containers"][0]["volumeMounts"][-1]["name"] == "callers"
    assert pod["spec"]["imagePullSecrets"] == [{"name": "key"}]
