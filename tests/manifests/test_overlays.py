# SPDX-License-Identifier: Apache-2.0
"""What kustomize makes of the base, its overlays and its components; no cluster needed."""

import pytest
import yaml

from rendering import components, hooks, objects, overlays, policy, run

deployment = "Deployment/slicegate"


@pytest.fixture
def base(render):
    return objects(render("base"))


def pod_spec(rendered) -> dict:
    return rendered[deployment]["spec"]["template"]["spec"]


@pytest.mark.parametrize("overlay", overlays)
@pytest.mark.parametrize("component", [None, *components])
def test_each_overlay_renders_alone_and_with_each_component(render, overlay, component):
    rendered = objects(render(f"overlays/{overlay}", *([component] if component else [])))
    assert deployment in rendered


@pytest.mark.parametrize("overlay", overlays)
def test_everything_is_known_by_its_label(render, overlay):
    rendered = objects(render(f"overlays/{overlay}"))
    assert all(item["metadata"]["labels"]["app.kubernetes.io/name"] == "slicegate" for item in rendered.values())


def test_all_components_go_together(render):
    together = objects(render("overlays/own-ca", *components))
    for component in components:
        assert objects(render("overlays/own-ca", component)).keys() - together.keys() <= {"NetworkPolicy/slicegate"}


def test_own_ca_puts_the_same_ca_into_every_registration(render):
    rendered = objects(render("overlays/own-ca"))
    assert {hook["clientConfig"]["caBundle"] for hook in hooks(rendered).values()} == {rendered["Secret/slicegate-tls"]["data"]["ca.crt"]}


def test_cert_manager_makes_the_secret_that_is_mounted_for_the_name_that_is_called(render):
    rendered = objects(render("overlays/cert-manager"))
    certificate = rendered["Certificate/slicegate-tls"]["spec"]
    mounted, = [volume["secret"]["secretName"] for volume in pod_spec(rendered)["volumes"] if "secret" in volume]
    called = {f"{service['name']}.{service['namespace']}.svc"
              for service in (hook["clientConfig"]["service"] for hook in hooks(rendered).values())}
    assert certificate["secretName"] == mounted and set(certificate["dnsNames"]) == called
    assert rendered[f"Issuer/{certificate['issuerRef']['name']}"]["spec"]["ca"]["secretName"] == \
        rendered["Certificate/slicegate-ca"]["spec"]["secretName"]
    for kind in ("Mutating", "Validating"):
        annotations = rendered[f"{kind}WebhookConfiguration/slicegate"]["metadata"]["annotations"]
        assert annotations["cert-manager.io/inject-ca-from"] == "slicegate-system/slicegate-tls"


def test_a_ca_of_cert_managers_is_renewed_while_what_it_signed_still_holds(render):
    rendered = objects(render("overlays/cert-manager"))
    hours = {name: [int(rendered[f"Certificate/{name}"]["spec"][field].partition("h")[0]) for field in ("duration", "renewBefore")]
             for name in ("slicegate-ca", "slicegate-tls")}
    assert hours["slicegate-ca"][1] > hours["slicegate-tls"][0]
    assert rendered["Certificate/slicegate-ca"]["spec"]["privateKey"]["rotationPolicy"] == "Never"


def test_audit_only_never_refuses(render, binary, tmp_path):
    rendered = objects(render("base", "audit-only", "further-kinds"))
    assert {hook["failurePolicy"] for hook in hooks(rendered).values()} == {"Ignore"}
    file = tmp_path / "policy.yaml"
    file.write_text(rendered["ConfigMap/slicegate-policy"]["data"]["policy.yaml"])
    whole = yaml.safe_load(run(binary, "policy", "show", file))
    assert set(whole["spec"]["rules"].values()) <= {"audit", "warn"}
    assert whole["spec"]["unlabelled"] != "deny"


def test_audit_only_has_the_bases_policy_but_for_its_rules(render, base):
    ours, theirs = policy(objects(render("base", "audit-only"))), policy(base)
    ours["spec"].pop("rules"), theirs["spec"].pop("rules")
    assert ours == theirs


def test_the_autoscaler_alone_says_how_many_replicas_there_are(render, base):
    rendered = objects(render("base", "autoscaling"))
    assert "replicas" not in rendered[deployment]["spec"]
    scaler = rendered["HorizontalPodAutoscaler/slicegate"]["spec"]
    assert scaler["minReplicas"] == base[deployment]["spec"]["replicas"]
    assert scaler["maxReplicas"] + 1 <= int(base["ResourceQuota/system-critical-pods"]["spec"]["hard"]["pods"])


def test_on_the_host_network_only_addresses_differ(render, base):
    rendered = objects(render("base", "host-network"))
    ours, theirs = pod_spec(rendered), pod_spec(base)
    ports = {port["name"]: port["containerPort"] for port in ours["containers"][0]["ports"]}
    same = [argument.replace(":8443", f":{ports['webhook']}").replace(":8080", f":{ports['ops']}") for argument in theirs["containers"][0]["args"]]
    assert ours["containers"][0]["args"] == same
    assert ours["hostNetwork"] and ours["dnsPolicy"] == "ClusterFirstWithHostNet"
    rolling = rendered[deployment]["spec"]["strategy"]["rollingUpdate"]
    assert rolling["maxSurge"] == 0 and rolling["maxUnavailable"] == 1   # the ports of a node are there once


def test_replicas_keep_off_dedicated_nodes_where_they_can(base):
    affinity = pod_spec(base)["affinity"]["nodeAffinity"]
    reserved = [{"key": key, "operator": "NotIn", "values": [value]} for pool in policy(base)["spec"]["pools"] if pool.get("reserved")
                for key, value in pool["nodeSelector"].items()]
    assert affinity == {"preferredDuringSchedulingIgnoredDuringExecution": [{"weight": 100, "preference": {"matchExpressions": reserved}}]}


def test_the_network_policy_leaves_the_webhook_open_and_lets_nothing_out(base):
    spec = base["NetworkPolicy/slicegate"]["spec"]
    sources = {rule["ports"][0]["port"]: rule.get("from") for rule in spec["ingress"]}
    assert sources["webhook"] is None and all("namespaceSelector" in source for source in sources["ops"])
    assert set(spec["policyTypes"]) == {"Ingress", "Egress"} and not spec["egress"]
    assert spec["podSelector"]["matchLabels"].items() <= base[deployment]["spec"]["template"]["metadata"]["labels"].items()


def test_the_hardened_component_names_the_label_of_the_policy(render, base):
    variables = {item["name"]: item["expression"] for item in
                 objects(render("base", "hardened"))["ValidatingAdmissionPolicy/slicegate-bindings"]["spec"]["variables"]}
    assert variables["label"] == f"'{policy(base)['spec']['label']}'"
