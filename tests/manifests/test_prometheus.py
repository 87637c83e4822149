# SPDX-License-Identifier: Apache-2.0
"""A real Prometheus scrapes a running slicegate, on loopback, and evaluates the shipped rules; the dashboard's queries are asked
of it. What the rules and the dashboard name is in what slicegate serves."""

import contextlib
import json
import re
import signal
import ssl
import subprocess
import time
import urllib.parse
import urllib.request

import pytest
import yaml

import programs
from rendering import run
from test_alerts import alerts, folder, rules

samples = programs.repository / "tests/samples"
dashboard = json.loads((folder / "dashboard.json").read_text())
queries = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]


def get(url: str) -> str:
    with urllib.request.urlopen(url, timeout=5) as answer:
        return answer.read().decode()


def wait_until(what: str, condition, seconds: float = 30):
    deadline, last = time.monotonic() + seconds, None
    while time.monotonic() < deadline:
        try:
            if value := condition():
                return value
        except OSError as error:
            last = error
        time.sleep(0.1)
    raise TimeoutError(f"{what}: not within {seconds} s; last: {last}")


@contextlib.contextmanager
def running(log, *command):
    with open(log, "wb") as out:
        process = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=out, stderr=out)
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(15)


def free_ports(count: int) -> list[int]:
    return [int(port) for port in run("python3", programs.repository / "dev.d/free_ports.py", *["0"] * count).split()]


@pytest.fixture(scope="module")
def slicegate(binary, tmp_path_factory):
    """The address of its plain port, after a refusal, an allowance and a request to nowhere."""
    tls = tmp_path_factory.mktemp("slicegate")
    run(binary, "certs", "--out", tls, "--name", "localhost", "--name", "127.0.0.1")
    port, ops = free_ports(2)
    with running(tls / "log", binary, "serve", "--listen", f"127.0.0.1:{port}", "--ops-listen", f"127.0.0.1:{ops}", "--drain-time", "1ms",
                 "--tls-cert", tls / "tls.crt", "--tls-key", tls / "tls.key"):
        wait_until("slicegate", lambda: get(f"http://127.0.0.1:{ops}/readyz"))
        trust = ssl.create_default_context(cafile=str(tls / "ca.crt"))
        for name, path in (("two-slices", "mutate"), ("dedicated", "mutate"), ("two-slices", "nowhere")):
            request = urllib.request.Request(f"https://127.0.0.1:{port}/{path}", (samples / f"{name}.json").read_bytes(),
                                             {"Content-Type": "application/json"})
            with contextlib.suppress(urllib.error.HTTPError):
                urllib.request.urlopen(request, context=trust, timeout=5).read()
        yield f"127.0.0.1:{ops}"


@pytest.fixture(scope="module")
def prometheus(slicegate, tmp_path_factory):
    """Its address, once it has evaluated every rule. The job has the name that the PodMonitor gives it."""
    data = tmp_path_factory.mktemp("prometheus")
    (data / "rules.yml").write_text(yaml.safe_dump(rules["spec"]))
    (data / "prometheus.yml").write_text(yaml.safe_dump({
        "global": {"scrape_interval": "1s", "evaluation_interval": "1s"}, "rule_files": ["rules.yml"],
        "scrape_configs": [{"job_name": "slicegate", "static_configs": [{"targets": [slicegate]}]}]}))
    port, = free_ports(1)
    with running(data / "log", programs.prometheus("prometheus"), f"--config.file={data}/prometheus.yml",
                 f"--storage.tsdb.path={data}/data", f"--web.listen-address=127.0.0.1:{port}"):
        wait_until("Prometheus", lambda: get(f"http://127.0.0.1:{port}/-/ready"))
        address = f"http://127.0.0.1:{port}/api/v1"
        wait_until("a scrape", lambda: query(address, 'up{job="slicegate"} == 1'))
        wait_until("every rule", lambda: all(rule["health"] != "unknown" for rule in evaluated(address).values()))
        yield address


def query(address: str, expression: str) -> list:
    answer = json.loads(get(f"{address}/query?query={urllib.parse.quote(expression)}"))
    assert answer["status"] == "success"
    return answer["data"]["result"]


def evaluated(address: str) -> dict[str, dict]:
    groups = json.loads(get(f"{address}/rules"))["data"]["groups"]
    return {rule["name"]: rule for group in groups for rule in group["rules"]}


def noticed(address: str) -> set[str]:
    return {name for name, rule in evaluated(address).items() if rule["state"] != "inactive"}


def own_names(expressions) -> set[str]:
    """Of a histogram the name without _bucket."""
    found = re.findall(r"\bslicegate_[a-z_]+", " ".join(expressions))
    return {name.removesuffix("_bucket") for name in found}


def test_promtool_finds_the_metrics_well_formed(slicegate):
    run(programs.prometheus("promtool"), "check", "metrics", input=get(f"http://{slicegate}/metrics"))


@pytest.mark.parametrize("where", ["alerts", "dashboard"])
def test_what_is_watched_is_what_is_served(slicegate, where):
    served = set(re.findall(r"^# TYPE (\S+)", get(f"http://{slicegate}/metrics"), re.MULTILINE))
    named = own_names(queries if where == "dashboard" else [rule["expr"] for rule in alerts.values()])
    assert named and named <= served


def test_every_rule_is_evaluated_and_only_the_missing_replica_is_noticed(prometheus):
    found = evaluated(prometheus)
    assert set(found) == set(alerts)
    assert {name: rule.get("lastError") for name, rule in found.items() if rule["health"] != "ok"} == {}
    # Before the first scrape no replica was known at all.
    wait_until("the missing replica alone", lambda: noticed(prometheus) == {"SlicegateReplicasMissing"})


def test_the_refusal_is_counted(prometheus):
    refusals = query(prometheus, 'sum(slicegate_reviews_total{job="slicegate", decision="denied"})')
    assert [sample["value"][1] for sample in refusals] == ["1"]


@pytest.mark.parametrize("expression", queries)
def test_the_dashboard_asks_what_prometheus_understands(prometheus, expression):
    query(prometheus, expression.replace("$__rate_interval", "1m"))
