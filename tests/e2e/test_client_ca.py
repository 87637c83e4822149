# SPDX-License-Identifier: Apache-2.0
"""Only the API server may ask: the steps of docs/operations.md, word for word, with the real API server."""

import re
import socket
import ssl
import subprocess

import pytest
import yaml

import pods
from cluster import repository, wait_until
from counters import scrape
from installation import api_server_with, installed_with, restart_with

chapter = (repository / "docs/operations.md").read_text().partition("\n## Only the API server may ask\n")[2].partition("\n## ")[0]
where = "/etc/kubernetes/slicegate"   # in the documentation


def commands() -> list[str]:
    """The lines to type that make the certificates: those of openssl."""
    blocks = re.findall(r"(?:^    .*\n)+", chapter, re.MULTILINE)
    return [block for block in blocks if "openssl" in block]


def files() -> dict[str, str]:
    """The YAML files of the chapter, by the name in their first line."""
    blocks = re.findall(r"```yaml\n# (\S+)\n(.*?)```", chapter, re.DOTALL)
    return {name.rpartition("/")[2]: text for name, text in blocks}


@pytest.fixture(scope="module")
def secrets(cluster):
    """The chapter's files in a folder of ours instead of /etc/kubernetes/slicegate."""
    folder = cluster.folder / "callers"
    folder.mkdir()
    subprocess.run(["bash", "-eu", "-c", "\n".join(commands())], cwd=folder, check=True, capture_output=True)
    for name, text in files().items():
        (folder / name).write_text(text.replace(where, str(folder)))
    return folder


@pytest.fixture(scope="module")
def closed(cluster, secrets):
    """The API server shows its certificate; then slicegate demands one."""
    with api_server_with(cluster, f"--admission-control-config-file={secrets}/admission.yaml"):
        cluster.wait_for_slicegate()
        component = cluster.folder / "manifests/components/client-ca"
        (component / "callers-ca.crt").write_text((secrets / "callers-ca.crt").read_text())
        with installed_with(cluster, {}, ("client-ca",)):
            yield cluster


def ask(cluster, certificate: tuple | None = None) -> str:
    """What a neighbour in the cluster's network gets from a replica: a status line, or the words of TLS."""
    address = replica(cluster).address
    context = ssl._create_unverified_context()
    if certificate:
        context.load_cert_chain(*certificate)
    try:
        with socket.create_connection((address, 8443), timeout=5) as plain, context.wrap_socket(plain) as tls:
            tls.sendall(b"GET /mutate HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            return tls.recv(200).decode().partition("\r\n")[0]
    except (ssl.SSLError, ConnectionError) as error:
        return str(error)


def replica(cluster):
    return next(each for each in cluster.kubelet.replicas.values() if not each.deleted.is_set() and each.ready)


def test_the_api_server_is_answered(closed, team):
    assert "[single-slice]" in team.refusal(pods.gpu_pod("trainer", slices=2))
    team.must_apply(pods.gpu_pod("tenant"))
    assert team.get("pod", "tenant")["metadata"]["labels"] == {pods.label: "share"}


def test_a_caller_without_a_certificate_is_refused_and_counted(closed):
    """In TLS 1.3 the refusal comes after the client's side of the handshake is done."""
    def failures() -> float:
        samples = scrape(replica(closed).address)
        return sum(value for key, value in samples.items() if key[0] == "slicegate_tls_handshake_failures_total")
    before = failures()
    assert "certificate required" in ask(closed).lower().replace("_", " ")
    wait_until("the failure to be counted", lambda: failures() > before)


def test_a_caller_with_a_certificate_of_another_ca_is_refused(closed, tmp_path):
    own = (str(tmp_path / "own.crt"), str(tmp_path / "own.key"))
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                    "-subj", "/CN=kube-apiserver", "-out", own[0], "-keyout", own[1]], check=True, capture_output=True)
    assert "unknown ca" in ask(closed, own).lower().replace("_", " ")


def test_the_certificate_of_the_api_server_is_answered(closed, secrets):
    own = (str(secrets / "caller.crt"), str(secrets / "caller.key"))
    assert ask(closed, own) == "HTTP/1.1 405 Method Not Allowed"


def test_health_and_metrics_need_none(closed):
    assert scrape(replica(closed).address)


def test_an_api_server_that_shows_no_certificate_says_so(closed, secrets, team):
    """The wrong order, and the words that the documentation quotes."""
    arguments = closed.further_arguments
    restart_with(closed, ())
    try:
        wait_until("the words of TLS", lambda: "remote error: tls: certificate required" in failed_call(team))
    finally:
        restart_with(closed, arguments)
        closed.wait_for_slicegate()
    assert "remote error: tls: certificate required" in chapter


def failed_call(team) -> str:
    """Where the connection's end overtakes the alert, the API server reports that its write failed."""
    text = team.run("create", "--dry-run=server", "-f", "-", input=yaml.safe_dump(pods.gpu_pod("trainer"))).stderr
    assert "failed calling webhook" in text
    return text
