# SPDX-License-Identifier: Apache-2.0
"""A control plane on this machine: etcd, kube-apiserver, scheduler, controller manager, stand-in nodes, slicegate as shipped.

    python3 tests/e2e/cluster.py up --binary build/release/slicegate
prints where kubectl and the kubeconfig are and stays up until Ctrl-C. Needs root.
"""

import argparse
import http.client
import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import binaries
import nodes
from api import Api, ApiError
from kubelet import Kubelet
from network import Network, run
from pods import gpu_pod

here = Path(__file__).resolve().parent
repository = here.parents[1]
services = "10.0.0.0/24"   # ClusterIPs are never dialled: the API server resolves Services to endpoints itself
api_port = 6443
controllers = ("kube-controller-manager", "kube-scheduler")


def wait_until(what: str, condition, seconds: float = 60, pause: float = 0.1):
    """What the condition returned at last; it may raise while the thing is not there yet."""
    deadline, last = time.monotonic() + seconds, None
    while time.monotonic() < deadline:
        try:
            if value := condition():
                return value
        except (OSError, http.client.HTTPException, ApiError, AssertionError, KeyError) as error:
            last = error
        time.sleep(pause)
    raise TimeoutError(f"{what}: not within {seconds} s" + (f"; last: {last}" if last else ""))


class Cluster:
    def __init__(self, binary: Path, kubernetes: str | None = None):
        self.binary = Path(binary).resolve()
        self.programs = binaries.find_or_build(kubernetes)
        self.kubectl = self.programs / "kubectl"
        self.folder = Path(tempfile.mkdtemp(prefix="slicegate-e2e-"))
        self.kubeconfig = self.folder / "kubeconfig"
        self.network = None
        self.kubelet = None
        self.processes: dict[str, subprocess.Popen] = {}
        self.further_arguments: tuple[str, ...] = ()   # of the API server

    # Up and down.

    def start(self) -> None:
        """The control plane and its nodes, without slicegate."""
        self.network = Network()
        self.network.up()
        self.write_credentials()
        self.start_program("etcd", *self.etcd_arguments())
        self.start_api_server()
        self.start_controllers()
        nodes.make_all(self.api)
        self.kubelet = Kubelet(self.api, self.network, self.binary, self.folder / "pods")
        self.kubelet.start()
        wait_until("the default service account", lambda: self.api.get("/api/v1/namespaces/default/serviceaccounts/default"))

    def stop(self) -> None:
        if self.kubelet:
            self.kubelet.stop()
        for process in self.processes.values():   # killed: nothing of theirs is kept
            process.kill()
            process.wait()
        if self.network:
            self.network.down()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> "Cluster":
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    # Programs.

    def start_program(self, name: str, *arguments: str, key: str = "") -> subprocess.Popen:
        """Without the caller's environment: HTTPS_PROXY, for one, would apply to webhook calls. `key`: a second one of the name."""
        key = key or name
        command = ["ip", "netns", "exec", self.network.namespace, str(self.programs / name), *arguments]
        with open(self.folder / f"{key}.log", "ab") as log:
            self.processes[key] = subprocess.Popen(
                command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
                env={"PATH": os.environ["PATH"], "HOME": str(self.folder)})
        return self.processes[key]

    def start_api_server(self) -> None:
        self.start_program("kube-apiserver", *self.api_server_arguments())
        self.api = Api(self.network.server, api_port, self.token)
        wait_until("the API server", self.is_ready)

    def is_ready(self) -> bool:
        if (code := self.processes["kube-apiserver"].poll()) is not None:
            raise SystemExit(f"kube-apiserver ended with {code}:\n{self.tail('kube-apiserver')}")
        return self.api.get("/readyz") == "ok"

    def restart_api_server(self) -> None:
        """By SIGKILL: asked politely it waits a minute for its watchers."""
        process = self.processes["kube-apiserver"]
        process.kill()
        process.wait()
        self.start_api_server()

    def start_controllers(self) -> None:
        """Anew, where they run already."""
        for name in controllers:
            if name in self.processes:
                self.processes[name].kill()
                self.processes[name].wait()
            self.start_program(name, *self.controller_arguments(name))

    def tail(self, name: str, lines: int = 20) -> str:
        return "\n".join((self.folder / f"{name}.log").read_text(errors="replace").splitlines()[-lines:])

    def logs(self) -> list[Path]:
        return sorted([*self.folder.glob("*.log"), *self.folder.glob("pods/*.log")])

    def write_credentials(self) -> None:
        self.token = secrets.token_urlsafe(24)
        tokens = self.folder / "tokens.csv"
        tokens.write_text(f'{self.token},admin,admin,"system:masters"\n')
        run("openssl", "genrsa", "-out", str(self.folder / "sa.key"), "2048")
        run("openssl", "rsa", "-in", str(self.folder / "sa.key"), "-pubout", "-out", str(self.folder / "sa.pub"))
        self.kubeconfig.write_text(f"""\
apiVersion: v1
kind: Config
clusters:
- name: slicegate
  cluster: {{server: "https://{self.network.server}:{api_port}", certificate-authority: {self.folder}/certs/apiserver.crt}}
users:
- name: admin
  user: {{token: {self.token}}}
contexts:
- name: slicegate
  context: {{cluster: slicegate, user: admin}}
current-context: slicegate
""")

    def etcd_arguments(self) -> list[str]:
        client, peer = "http://127.0.0.1:2379", "http://127.0.0.1:2380"
        return ["--data-dir", str(self.folder / "etcd"), "--unsafe-no-fsync", "--log-level", "warn",
                "--listen-client-urls", client, "--advertise-client-urls", client,
                "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", f"default={peer}"]

    def api_server_arguments(self) -> list[str]:
        return ["--etcd-servers=http://127.0.0.1:2379", f"--secure-port={api_port}",
                f"--bind-address={self.network.server}", f"--advertise-address={self.network.server}",
                f"--cert-dir={self.folder}/certs", "--service-account-issuer=https://kubernetes.default.svc",
                f"--service-account-key-file={self.folder}/sa.pub", f"--service-account-signing-key-file={self.folder}/sa.key",
                f"--token-auth-file={self.folder}/tokens.csv", "--authorization-mode=RBAC",
                f"--service-cluster-ip-range={services}", "--endpoint-reconciler-type=none", "--enable-aggregator-routing=true", *self.further_arguments]

    def controller_arguments(self, name: str) -> list[str]:
        common = [f"--{kind}kubeconfig={self.kubeconfig}" for kind in ("", "authentication-", "authorization-")]
        common += ["--leader-elect=false", "--bind-address=127.0.0.1", f"--cert-dir={self.folder}/{name}"]
        if name == "kube-scheduler":
            return common
        # No kubelet sends heartbeats, so nobody may conclude from their absence that the nodes are lost.
        # The controllers' own users, as kubeadm has it: a DaemonSet's pods are known by theirs.
        return [*common, "--use-service-account-credentials", f"--service-account-private-key-file={self.folder}/sa.key", f"--service-cluster-ip-range={services}",
                "--controllers=*,-node-lifecycle-controller,-taint-eviction-controller"]

    # slicegate, as the documentation says to install it.

    def run_kubectl(self, *arguments: str, input: str | None = None) -> subprocess.CompletedProcess:
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.folder), "KUBECONFIG": str(self.kubeconfig)}
        return subprocess.run([str(self.kubectl), *arguments], input=input, capture_output=True, text=True, timeout=120, env=environment)

    def must_kubectl(self, *arguments: str, input: str | None = None) -> str:
        done = self.run_kubectl(*arguments, input=input)
        if done.returncode:
            raise RuntimeError(f"kubectl {' '.join(arguments)}:\n{done.stdout}{done.stderr}")
        return done.stdout

    def must_run(self, *arguments: str, input: str = "") -> str:
        """What slicegate prints, run on this machine."""
        done = subprocess.run([str(self.binary), *arguments], input=input, capture_output=True, text=True, timeout=60)
        if done.returncode:
            raise RuntimeError(f"slicegate {' '.join(arguments)}:\n{done.stderr}")
        return done.stdout

    def install(self) -> None:
        self.apply_manifests()
        self.wait_for_slicegate()

    def apply_manifests(self) -> None:
        """The shipped manifests with a certificate; with another one the second time, whose CA is trusted beside the first.
        What kubectl warns of is a fault in them."""
        overlay = self.folder / "manifests/overlays/own-ca"
        certs = [str(self.binary), "certs", "--service", "slicegate", "--namespace", "slicegate-system", "--out", str(overlay)]
        if overlay.exists():
            run(*certs, "--renew")
        else:
            shutil.copytree(repository / "manifests", self.folder / "manifests", ignore=shutil.ignore_patterns("*.crt", "*.key"))
            run(*certs)
        done = self.run_kubectl("apply", "-k", str(overlay))
        if done.returncode or done.stderr:
            raise RuntimeError(f"kubectl apply -k manifests/overlays/own-ca:\n{done.stdout}{done.stderr}")

    def wait_for_slicegate(self) -> None:
        self.must_kubectl("-n", "slicegate-system", "rollout", "status", "deployment/slicegate", "--timeout=60s")
        wait_until("slicegate to refuse two slices", self.refuses_two_slices)

    def refuses_two_slices(self) -> bool:
        """The registrations take a moment to reach the API server; asked by a dry run, so nothing is left behind."""
        done = self.run_kubectl("apply", "--dry-run=server", "-f", "-", input=two_slices)
        assert "denied the request" in done.stderr, done.stdout + done.stderr
        return True


two_slices = json.dumps(gpu_pod("two-slices", slices=2))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["up"])
    parser.add_argument("--binary", type=Path, default=repository / "build/release/slicegate")
    parser.add_argument("--kubernetes", help="another version than the pinned one")
    parser.add_argument("--without-slicegate", action="store_true", help="stop before the manifests are applied")
    options = parser.parse_args()
    if not os.access(options.binary, os.X_OK):
        parser.error(f"{options.binary} is no program; build it, or name it with --binary")
    signal.signal(signal.SIGINT, signal.default_int_handler)   # a shell starts background jobs with it ignored
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    signal.signal(signal.SIGHUP, lambda *_: sys.exit(129))
    try:
        with Cluster(options.binary, options.kubernetes) as cluster:
            if not options.without_slicegate:
                cluster.install()
            print(f"kubectl:    {cluster.kubectl}\nkubeconfig: {cluster.kubeconfig}\n\n"
                  f"  export KUBECONFIG={cluster.kubeconfig}\n  alias kubectl={cluster.kubectl}\n\nup until Ctrl-C", flush=True)
            signal.pause()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
