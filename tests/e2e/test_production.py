# SPDX-License-Identifier: Apache-2.0
"""Everything that happens to slicegate in a year, within minutes, while pods are created all the while. Counted from both sides."""

import collections
import contextlib
import http.client
import ssl
import time

import pytest
import yaml

import pods
from api import ApiError
from cluster import repository, wait_until
from counters import Counters, scrape
from installation import roll_out, write_policy
from kubectl import create_namespace
from network import run
from traffic import Traffic, kinds

pytestmark = pytest.mark.production
pods_per_second, threads = 20, 4
long_seconds = 330
# What callers may see while the API server itself is away or has just come back; client libraries try these again.
of_the_api_server = ("ConnectionRefusedError", "ConnectionResetError", "RemoteDisconnected", "BrokenPipeError", "SSLEOFError",
                     "TimeoutError", "not yet ready to handle request")
# A connection that breaks in the middle of a review is a failed call: kube-apiserver does not repeat it, its callers do.
of_a_killed_replica = ("failed calling webhook",)


class Run:
    """The events, in order. Each waits until it has taken effect and shows that it has."""

    def __init__(self, cluster, traffic: Traffic, counters: Counters, old_binary, say):
        self.cluster, self.traffic, self.counters, self.say = cluster, traffic, counters, say
        self.old_binary = old_binary
        self.image = self.replicas()[0].container["image"]
        self.strict_from = self.strict_until = float("inf")   # when contested pods are refused
        self.blind_seconds = 0.0                              # between a replica's last count and its end
        self.started = time.monotonic()

    def all(self) -> None:
        for event in (self.restart_one_by_one, self.kill_one, self.renew_with_a_new_authority, self.change_the_policy,
                      self.break_the_policy, self.restart_the_api_server, self.put_the_policy_back, self.roll_back, self.upgrade):
            began = time.monotonic()
            event()
            self.say(f"{began - self.started:5.0f} s  {event.__name__.replace('_', ' ')}: {time.monotonic() - began:.1f} s")

    def replicas(self) -> list:
        return [each for each in self.cluster.kubelet.replicas.values() if each.thread.is_alive() and not each.deleted.is_set()]

    def count(self, metric: str) -> list[int]:
        return [round(sum(value for key, value in scrape(each.address).items() if key[0] == metric)) for each in self.replicas()]

    def wait_counted(self, metric: str, before: list[int]) -> None:
        wait_until(f"{metric} to rise everywhere", lambda: all(now > then for now, then in zip(self.count(metric), before)), 30)

    def restart_one_by_one(self) -> None:
        assert {each.process.returncode for each in roll_out(self.cluster)} == {0}

    def kill_one(self) -> None:
        victim = self.replicas()[0]
        with self.traffic.excusing(*of_a_killed_replica):
            self.counters.scrape_all()
            counted = time.monotonic()
            victim.process.kill()
            self.blind_seconds += time.monotonic() - counted
            restarted = lambda: victim.restarts and victim.process.poll() is None and victim.ready
            wait_until("the killed replica to be back", restarted, 30)

    def renew_with_a_new_authority(self) -> None:
        """No restart: the servers take up what the kubelet mounts."""
        before, reloads = self.serials(), self.count("slicegate_certificate_reloads_total")
        self.cluster.apply_manifests()
        self.wait_counted("slicegate_certificate_reloads_total", reloads)
        assert not before & self.serials()

    def serials(self) -> set[str]:
        return {ssl.get_server_certificate((each.address, 8443), timeout=5) for each in self.replicas()}

    def change_the_policy(self) -> None:
        shipped = yaml.safe_load((repository / "manifests/base/policy.yaml").read_text())
        shipped["spec"]["rules"] = {"scheduler-name": "deny"}
        reloads = self.count("slicegate_policy_reloads_total")
        self.strict_from = time.monotonic()
        write_policy(self.cluster, yaml.safe_dump(shipped))
        self.wait_counted("slicegate_policy_reloads_total", reloads)
        self.strict_from_all = time.monotonic()

    def break_the_policy(self) -> None:
        failures = self.count("slicegate_policy_reload_failures_total")
        write_policy(self.cluster, "spec: [")
        self.wait_counted("slicegate_policy_reload_failures_total", failures)
        time.sleep(2)   # of traffic, judged by the last good policy

    def restart_the_api_server(self) -> None:
        with self.traffic.excusing(*of_the_api_server):
            self.cluster.restart_api_server()
            wait_until("pods to be created again", lambda: self.traffic.outcomes[-1].started > time.monotonic() - 0.5)

    def put_the_policy_back(self) -> None:
        """That of the old binary, which both understand."""
        reloads = self.count("slicegate_policy_reloads_total")
        self.strict_until_any = time.monotonic()
        write_policy(self.cluster, run(str(self.old_binary), "policy", "show"))
        self.wait_counted("slicegate_policy_reloads_total", reloads)
        self.strict_until = time.monotonic()

    def roll_back(self) -> None:
        self.cluster.kubelet.images["slicegate:previous"] = self.old_binary
        self.set_image("slicegate:previous")

    def upgrade(self) -> None:
        self.set_image(self.image)

    def set_image(self, image: str) -> None:
        ended = roll_out(self.cluster, "set", "image", "deployment/slicegate", f"slicegate={image}")
        assert {each.process.returncode for each in ended} == {0}
        assert [each.container["image"] for each in self.replicas()] == [image, image]


@pytest.fixture(scope="module")
def production(cluster, request):
    """The whole run; what the tests below look at is its ledger."""
    option = request.config.getoption
    binary = option("--old-binary") or option("--binary")
    terminal, capture = (request.config.pluginmanager.get_plugin(name) for name in ("terminalreporter", "capturemanager"))

    def say(line: str) -> None:
        with capture.global_and_fixture_disabled():
            terminal.write_line(line)

    create_namespace(cluster, "production")
    say("")
    with Counters(cluster) as counters, Traffic(cluster, "production", pods_per_second, threads) as traffic:
        done = Run(cluster, traffic, counters, binary.resolve(), say)
        done.all()
        if option("--long"):
            while time.monotonic() < done.started + long_seconds:
                again(done)
    write_policy(cluster, (repository / "manifests/base/policy.yaml").read_text())
    tell(done)
    yield done
    cluster.run_kubectl("delete", "namespace", "production", "--wait=false")
    wait_until("the traffic's pods to go", lambda: gone(cluster))


def again(done: Run) -> None:
    """What can be repeated without another expectation of the contested pods."""
    for event in (done.kill_one, done.restart_one_by_one, done.renew_with_a_new_authority, done.restart_the_api_server):
        event()
        done.say(f"{time.monotonic() - done.started:5.0f} s  {event.__name__.replace('_', ' ')}, again")


def gone(cluster) -> bool:
    path = "/api/v1/namespaces/production/pods"
    left = cluster.api.get(path)["items"]
    for pod in left:
        with contextlib.suppress(ApiError, http.client.HTTPException):
            cluster.api.delete_now(f"{path}/{pod['metadata']['name']}", pod["metadata"]["uid"])
    return not left


def tell(done: Run) -> None:
    outcomes = done.traffic.outcomes
    seconds = max(o.ended for o in outcomes) - min(o.started for o in outcomes)
    admitted, retried = sum(o.pod is not None for o in outcomes), [text for o in outcomes for text in o.retries]
    done.say(f"{len(outcomes)} pods in {seconds:.0f} s: {admitted} admitted, {sum(bool(o.refusal) for o in outcomes)} refused, "
             f"{sum(bool(o.failure) for o in outcomes)} failed; {len(done.traffic.bound)} seen on a node")
    done.say("tried again: " + str(dict(collections.Counter(short(text) for text in retried))))
    done.say(f"longest creation: {max(o.ended - o.started for o in outcomes):.2f} s")
    done.say(f"replicas' count: {done.counters.total('slicegate_reviews_total', kind='Pod', path='mutate', decision='patched')} patched, "
             f"{done.counters.total('slicegate_reviews_total', kind='Pod', path='mutate', decision='denied')} denied, "
             f"by {len(done.counters.last)} processes")


def short(text: str) -> str:
    return next((word for word in (*of_the_api_server, *of_a_killed_replica) if word in text), text[:60])


def of(done: Run, *names: str) -> list:
    return [outcome for outcome in done.traffic.outcomes if outcome.kind in names]


to_admit = [kind for kind, (_, rule) in kinds.items() if rule == ""]
to_refuse = [kind for kind, (_, rule) in kinds.items() if rule]


def test_every_answer_was_an_answer(production):
    """Failures were excused, and tried again, only while the API server was down or a replica had just been killed."""
    assert [(o.name, o.failure) for o in production.traffic.outcomes if o.failure] == []


@pytest.mark.parametrize("kind", to_admit)
def test_no_pod_that_should_be_admitted_was_refused(production, kind):
    outcomes = of(production, kind)
    assert len(outcomes) > 50
    assert [o.refusal for o in outcomes if o.refusal] == []


def test_no_pod_that_was_admitted_was_lost(production):
    assert production.traffic.lost == []
    assert {kind for kind, _ in production.traffic.bound} >= set(to_admit)


@pytest.mark.parametrize("kind", to_refuse)
def test_no_pod_that_should_be_refused_got_in(production, kind):
    outcomes = of(production, kind)
    assert len(outcomes) > 50
    assert [o.name for o in outcomes if f"[{kinds[kind][1]}]" not in o.refusal] == []


def test_admitted_pods_carry_what_keeps_the_promise(production):
    for outcome in of(production, "shared", "unlabelled", "dedicated"):
        text = str(outcome.pod["spec"])
        assert outcome.pod["metadata"]["labels"] == {pods.label: "dedicate" if outcome.kind == "dedicated" else "share"}
        assert (str(pods.dedicated_term["labelSelector"]) if outcome.kind == "dedicated" else "'NotIn'") in text, outcome.name
    assert all("affinity" not in outcome.pod["spec"] for outcome in of(production, "plain"))


def test_no_dedicated_pod_had_a_neighbour(production):
    assert production.traffic.together == []


def test_a_policy_holds_from_its_change_to_the_next_good_one(production):
    """The bad one in between changes nothing."""
    contested = of(production, "contested")
    before = [o for o in contested if o.ended < production.strict_from]
    strict = [o for o in contested if production.strict_from_all < o.started and o.ended < production.strict_until_any]
    after = [o for o in contested if o.started > production.strict_until]
    assert min(len(before), len(strict), len(after)) >= 3
    assert [o.refusal for o in before + after if o.refusal] == []
    assert [o.name for o in strict if "[scheduler-name]" not in o.refusal] == []


@pytest.mark.parametrize("decision, is_counted", [("patched", lambda o: o.pod and o.kind != "plain"), ("denied", lambda o: o.refusal)],
                         ids=["patched", "denied"])
def test_clients_and_replicas_count_the_same(production, decision, is_counted):
    """A review more for each that had to be tried again; fewer by those that the killed replica had answered since it was last asked."""
    seen = sum(bool(is_counted(o)) for o in production.traffic.outcomes)
    counted = production.counters.total("slicegate_reviews_total", path="mutate", operation="CREATE", kind="Pod", decision=decision)
    retries = sum(len(o.retries) for o in production.traffic.outcomes)
    blind = threads + round(production.blind_seconds * pods_per_second)
    assert seen > 300 and seen - blind <= counted <= seen + retries


def test_nothing_broke_inside(production):
    for metric in ("slicegate_session_failures_total", "slicegate_http_errors_total", "slicegate_accept_failures_total"):
        assert production.counters.total(metric) == 0
