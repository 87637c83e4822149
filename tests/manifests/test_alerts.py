# SPDX-License-Identifier: Apache-2.0
"""The alerts against made-up series, by promtool: each fires when it should, and is silent when all is well."""

import json
import re

import pytest
import yaml

import programs
from rendering import objects, run

folder = programs.repository / "manifests/components/monitoring"
rules = yaml.safe_load((folder / "rules.yaml").read_text())
alerts = {rule["alert"]: rule for group in rules["spec"]["groups"] for rule in group["rules"]}

hook = 'name="validate.slicegate.dev"'
failed = f'apiserver_admission_webhook_rejection_count{{{hook}, error_type="calling_webhook_error"}}'
bucket = "apiserver_admission_webhook_admission_duration_seconds_bucket"
own_bucket = "slicegate_review_duration_seconds_bucket"
one, two = ('{job="slicegate", instance="%d"}' % number for number in (1, 2))
policy_of = 'slicegate_policy_info{job="slicegate", instance="%d", digest="%s"}'
handshakes = "slicegate_tls_handshake_failures_total"
refused = f'{handshakes}{{job="slicegate", cause="certificate_refused"}}'
mutating = "kube_mutatingwebhookconfiguration_info{mutatingwebhookconfiguration=\"%s\"}"
validating = "kube_validatingwebhookconfiguration_info{validatingwebhookconfiguration=\"%s\"}"

# Values are Prometheus' shorthand: 0+6x20 is 0, 6, 12, … one a minute.
well = {
    f"up{one}": "1+0x1600", f"up{two}": "1+0x1600",
    failed: "0+0x1600", f'apiserver_admission_webhook_rejection_count{{{hook}, error_type="no_error"}}': "0+9x1600",
    f'apiserver_admission_webhook_fail_open_count{{{hook}}}': "0+0x1600",
    f'{bucket}{{{hook}, le="0.025"}}': "0+100x1600", f'{bucket}{{{hook}, le="+Inf"}}': "0+100x1600",
    f'{own_bucket}{{job="slicegate", path="mutate", le="0.001"}}': "0+100x1600",
    f'{own_bucket}{{job="slicegate", path="mutate", le="+Inf"}}': "0+100x1600",
    'slicegate_http_errors_total{job="slicegate", code="503"}': "0+0x1600",
    'slicegate_http_errors_total{job="slicegate", code="404"}': "0+5x1600",
    f"slicegate_certificate_not_after_seconds{one}": f"{40 * 86400}+0x1600",
    f"slicegate_certificate_not_after_seconds{two}": f"{40 * 86400}+0x1600",
    f"slicegate_certificate_last_reload_successful{one}": "1+0x1600",
    f"slicegate_policy_last_reload_successful{one}": "1+0x1600",
    policy_of % (1, "a"): "1+0x1600", policy_of % (2, "a"): "1+0x1600",
    f"{handshakes}{{job=\"slicegate\", cause=\"closed\"}}": "0+9x1600", refused: "0+0x1600",
    f"slicegate_session_failures_total{one}": "0+0x1600",
    'slicegate_reviews_total{job="slicegate", decision="denied"}': "0+60x1600",
    mutating % "slicegate": "1+0x1600", mutating % "other": "1+0x1600",
    validating % "slicegate": "1+0x1600", validating % "other": "1+0x1600",
}

# The alert, what differs from `well`, and a minute at which it fires.
troubles = [
    ("SlicegateDown", {f"up{one}": "0+0x20", f"up{two}": "0+0x20"}, 4),
    ("SlicegateDown", {f"up{one}": None, f"up{two}": None}, 4),
    ("SlicegateReplicasMissing", {f"up{two}": "0+0x20"}, 15),
    ("SlicegateReplicasMissing", {f"up{two}": None}, 15),
    ("SlicegateCallsFailing", {failed: "0+1x20"}, 8),
    ("SlicegateFailingOpen", {f'apiserver_admission_webhook_fail_open_count{{{hook}}}': "0 0 0 1 1 1 1 1"}, 5),
    ("SlicegateSlowForCallers", {f'{bucket}{{{hook}, le="0.025"}}': "0+90x30", f'{bucket}{{{hook}, le="2.5"}}': "0+100x30"}, 20),
    ("SlicegateSlow", {f'{own_bucket}{{job="slicegate", path="mutate", le="0.001"}}': "0+90x30",
                       f'{own_bucket}{{job="slicegate", path="mutate", le="1"}}': "0+100x30"}, 20),
    ("SlicegateOverloaded", {'slicegate_http_errors_total{job="slicegate", code="503"}': "0+1x20"}, 12),
    ("SlicegateCertificateExpiring", {f"slicegate_certificate_not_after_seconds{two}": f"{13 * 86400}+0x100"}, 70),
    ("SlicegateCertificateExpiringNow", {f"slicegate_certificate_not_after_seconds{two}": f"{1 * 86400}+0x100"}, 10),
    ("SlicegateCertificateReloadFailing", {f"slicegate_certificate_last_reload_successful{one}": "1 0+0x20"}, 5),
    ("SlicegatePolicyReloadFailing", {f"slicegate_policy_last_reload_successful{one}": "1 0+0x20"}, 5),
    ("SlicegatePolicyDiffers", {policy_of % (2, "a"): None, policy_of % (2, "b"): "1+0x40"}, 20),
    ("SlicegateCertificateRefused", {refused: "0+1x40"}, 12),
    ("SlicegateRefusalsRising", {'slicegate_reviews_total{job="slicegate", decision="denied"}': "0+1x1440 1540+100x60"}, 1475),
    ("SlicegateDefect", {f"slicegate_session_failures_total{one}": "0 0 0 1 1 1 1 1"}, 5),
    ("SlicegateRegistrationMissing", {mutating % "slicegate": None}, 7),
    ("SlicegateRegistrationMissing", {validating % "slicegate": None}, 7),
]


@pytest.fixture(scope="module")
def rule_file(tmp_path_factory):
    file = tmp_path_factory.mktemp("rules") / "rules.yml"
    file.write_text(yaml.safe_dump(rules["spec"]))
    return file


def firing_test(series: dict, minute: int, firing: list[str]) -> dict:
    """Alerts are counted by name: a second series of one adds nothing."""
    return {"interval": "1m", "input_series": [{"series": name, "values": values} for name, values in series.items() if values],
            "promql_expr_test": [{"expr": 'count by (alertname) (ALERTS{alertstate="firing"}) > bool 0', "eval_time": f"{minute}m",
                                  "exp_samples": [{"labels": f'{{alertname="{name}"}}', "value": 1} for name in firing]}]}


def promtool_test(rule_file, tests: list[dict]) -> None:
    file = rule_file.with_name("tests.yml")
    file.write_text(yaml.safe_dump({"rule_files": [rule_file.name], "evaluation_interval": "1m", "tests": tests}))
    run(programs.prometheus("promtool"), "test", "rules", file)


def test_promtool_finds_the_rules_well_formed(rule_file):
    assert f"{len(alerts)} rules found" in run(programs.prometheus("promtool"), "check", "rules", rule_file)


def test_all_is_silent_when_all_is_well(rule_file):
    promtool_test(rule_file, [firing_test(well, minute, []) for minute in (0, 20, 120, 1590)])


def test_without_the_api_servers_and_kube_state_metrics_nothing_is_made_up(rule_file):
    ours = {name: values for name, values in well.items() if not name.startswith(("apiserver_", "kube_"))}
    promtool_test(rule_file, [firing_test(ours, 120, [])])


def expected(alert: str) -> list[str]:
    implied = {"SlicegateCertificateExpiringNow": [], "SlicegateDown": []}
    return sorted([alert, *implied.get(alert, [])])


@pytest.mark.parametrize("alert, change, minute", troubles)
def test_an_alert_fires_alone_for_its_trouble(rule_file, alert, change, minute):
    promtool_test(rule_file, [firing_test(well | change, minute, expected(alert))])


def test_each_alert_has_a_trouble():
    assert {alert for alert, _, _ in troubles} == set(alerts)


def runbook(alert: str) -> str:
    return alerts[alert]["annotations"]["runbook_url"]


@pytest.mark.parametrize("alert", alerts)
def test_each_alert_leads_to_its_section(alert):
    document, _, anchor = runbook(alert).rpartition("/docs/")[2].partition("#")
    headings = re.findall(r"^#+ (.*)$", (programs.repository / "docs" / document).read_text(), re.MULTILINE)
    assert anchor in {heading.lower().replace(" ", "-") for heading in headings}
    assert anchor == alert.lower()
    assert set(alerts[alert]["labels"]) == {"severity"} and alerts[alert]["labels"]["severity"] in ("warning", "critical")


def test_the_dashboard_goes_into_the_config_map_whole(render):
    rendered = objects(render("base", "monitoring"))["ConfigMap/slicegate-dashboard"]
    dashboard = json.loads(rendered["data"]["slicegate.json"])
    assert rendered["metadata"]["labels"]["grafana_dashboard"] == "1"
    ids = [panel["id"] for panel in dashboard["panels"]]
    assert len(ids) == len(set(ids))
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in dashboard["panels"]]
    assert len(places) == len(set(places)) and max(panel["gridPos"]["x"] + panel["gridPos"]["w"] for panel in dashboard["panels"]) == 24
