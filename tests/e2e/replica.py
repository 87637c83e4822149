# SPDX-License-Identifier: Apache-2.0
"""One pod of slicegate-system on a stand-in node: its volumes, its process, its probes, its status."""

import datetime
import http.client
import subprocess
import threading
import time
from pathlib import Path

import volumes
from api import Api, ApiError
from network import Network

here = Path(__file__).resolve().parent
# The kubelet's are about a minute and 10 s to 5 min; shorter here, so that tests see the effect and not the wait.
volume_refresh_seconds = 1.0
first_restart_delay_seconds = 0.5
longest_restart_delay_seconds = 5.0


class Probe:
    """HTTP GET probes as the manifest words them. `passing` changes after the thresholds."""

    def __init__(self, spec: dict | None, ports: dict[str, int], passing: bool):
        self.spec = spec
        self.passing = passing if spec else True
        if spec:
            get = spec["httpGet"]
            self.path, self.port = get["path"], ports.get(get["port"], get["port"])
            self.due = time.monotonic() + spec.get("initialDelaySeconds", 0)
            self.streak = 0

    def run(self, address: str) -> None:
        if self.spec is None or time.monotonic() < self.due:
            return
        self.due = time.monotonic() + self.spec.get("periodSeconds", 10)
        good = is_ok(address, self.port, self.path, self.spec.get("timeoutSeconds", 1))
        self.streak = self.streak + 1 if good != self.passing else 0
        if self.streak >= self.spec.get("successThreshold" if good else "failureThreshold", 1 if good else 3):
            self.passing, self.streak = good, 0


def is_ok(address: str, port: int, path: str, timeout: float) -> bool:
    connection = http.client.HTTPConnection(address, port, timeout=timeout)
    try:
        connection.request("GET", path)
        return 200 <= connection.getresponse().status < 400
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


class Replica:
    """Runs in a thread until the pod is gone. `deleted` is set by the kubelet when the pod has a deletionTimestamp."""

    def __init__(self, pod: dict, api: Api, network: Network, binary: Path, folder: Path):
        self.pod, self.api, self.network, self.binary, self.folder = pod, api, network, binary, folder
        self.path = f"/api/v1/namespaces/{pod['metadata']['namespace']}/pods/{pod['metadata']['name']}"
        self.container = pod["spec"]["containers"][0]
        self.ports = {port["name"]: port["containerPort"] for port in self.container.get("ports", [])}
        self.deleted, self.stopped = threading.Event(), threading.Event()
        self.grace = pod["spec"].get("terminationGracePeriodSeconds", 30)
        self.process, self.restarts, self.written = None, 0, {}
        self.restart_at, self.delay, self.refresh_at = 0.0, first_restart_delay_seconds, 0.0
        self.last_status = None
        self.thread = threading.Thread(target=self.live, name=pod["metadata"]["name"], daemon=True)

    def start(self) -> "Replica":
        self.thread.start()
        return self

    def live(self) -> None:
        self.namespace, self.address = self.network.add_pod()
        try:
            while not self.stopped.is_set() and not self.deleted.is_set():
                self.step_safely()
                time.sleep(0.05)
            if self.deleted.is_set() and not self.stopped.is_set():
                self.terminate()
        finally:
            if self.process and self.process.poll() is None:
                self.process.kill()
                self.process.wait()
            if not self.stopped.is_set():
                self.network.remove_pod(self.namespace)

    def step_safely(self) -> None:
        """The API server may be away for a while; the kubelet goes on without it."""
        try:
            self.step()
        except (OSError, http.client.HTTPException, ApiError) as error:
            print(f"kubelet: {self.thread.name}: {error}", flush=True)
            time.sleep(0.5)

    def step(self) -> None:
        if time.monotonic() >= self.refresh_at:
            self.refresh_at = time.monotonic() + volume_refresh_seconds
            self.refresh_volumes()
        if self.process is None or self.process.poll() is not None:
            self.start_process()
        if self.process is not None:
            self.probe()
        self.write_status()

    # Volumes.

    def refresh_volumes(self) -> None:
        group = self.pod["spec"].get("securityContext", {}).get("fsGroup")
        for volume in self.pod["spec"].get("volumes", []):
            kind, plural, name = volume_source(volume)
            source = self.api.get(f"{self.path.rsplit('/', 2)[0]}/{plural}/{name}")
            if self.written.get(volume["name"]) != source["metadata"]["resourceVersion"]:
                mode = volume[kind].get("defaultMode", 0o644)
                volumes.write(self.folder / volume["name"], volumes.contents(kind, source), mode, group)
                self.written[volume["name"]] = source["metadata"]["resourceVersion"]

    def mounts(self) -> list[str]:
        """FOLDER:PLACE in an order in which outer places come first; the kubelet, too, makes the places for inner ones."""
        mounts = sorted(self.container.get("volumeMounts", []), key=lambda mount: mount["mountPath"])
        places = {mount["mountPath"].rstrip("/"): self.folder / mount["name"] for mount in mounts}
        for place in places:
            for outer, folder in places.items():
                if place.startswith(outer + "/"):
                    (folder / place[len(outer) + 1:]).mkdir(parents=True, exist_ok=True)
        return [f"{folder}:{place}" for place, folder in places.items()]

    # Process.

    def start_process(self) -> None:
        now = time.monotonic()
        if self.process is not None and self.restart_at == 0.0:
            print(f"kubelet: {self.thread.name}: container ended with {self.process.returncode}", flush=True)
            self.restart_at = now + self.delay
            self.delay = min(self.delay * 2, longest_restart_delay_seconds)
            self.ready = False
        if now < self.restart_at:
            return
        self.restarts += self.process is not None
        self.restart_at = 0.0
        self.startup = Probe(self.container.get("startupProbe"), self.ports, passing=False)
        self.liveness = Probe(self.container.get("livenessProbe"), self.ports, passing=True)
        self.readiness = Probe(self.container.get("readinessProbe"), self.ports, passing=False)
        self.ready = False
        self.process = self.spawn()

    def spawn(self) -> subprocess.Popen:
        security = self.pod["spec"].get("securityContext", {})
        user, group = security.get("runAsUser", 0), security.get("runAsGroup", 0)
        root = self.folder / "root"
        root.mkdir(parents=True, exist_ok=True)
        command = ["ip", "netns", "exec", self.namespace, "unshare", "--mount", "sh", str(here / "sandbox.sh"), str(root),
                   str(user), str(group), str(security.get("fsGroup", group)), str(self.binary),
                   *self.mounts(), "--", *self.container.get("args", [])]
        with open(self.folder.parent / f"{self.thread.name}.log", "ab") as log:
            return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)

    def probe(self) -> None:
        if self.process.poll() is not None:
            return
        if not self.startup.passing:
            self.startup.run(self.address)
            if self.startup.streak >= self.startup.spec.get("failureThreshold", 3):
                self.process.kill()
            return
        self.liveness.run(self.address)
        if not self.liveness.passing:
            print(f"kubelet: {self.thread.name}: not alive, restarting", flush=True)
            self.process.terminate()
            self.wait_or_kill()
            return
        self.readiness.run(self.address)
        self.ready = self.readiness.passing
        if self.ready:
            self.delay = first_restart_delay_seconds

    def terminate(self) -> None:
        """The kubelet's order: SIGTERM, the grace period, SIGKILL, then the pod object goes."""
        if self.process and self.process.poll() is None:
            self.process.terminate()
            self.wait_or_kill()
        print(f"kubelet: {self.thread.name}: ended with {self.process and self.process.returncode}", flush=True)
        while not self.stopped.is_set():
            try:
                self.api.delete_now(self.path, self.pod["metadata"]["uid"])
                return
            except ApiError as error:
                if error.status in (404, 409):
                    return
            except (OSError, http.client.HTTPException):
                pass
            time.sleep(0.2)

    def wait_or_kill(self) -> None:
        try:
            self.process.wait(self.grace)
        except subprocess.TimeoutExpired:
            print(f"kubelet: {self.thread.name}: killed after {self.grace} s", flush=True)
            self.process.kill()
            self.process.wait()

    # Status.

    def write_status(self) -> None:
        running = self.process is not None and self.process.poll() is None
        status = (running, running and self.startup.passing, running and self.ready, self.restarts)
        if status == self.last_status:
            return
        self.api.patch(f"{self.path}/status", {"status": render_status(self.pod, self.address, *status)})
        self.last_status = status


def volume_source(volume: dict) -> tuple[str, str, str]:
    if "secret" in volume:
        return "secret", "secrets", volume["secret"]["secretName"]
    if "configMap" in volume:
        return "configMap", "configmaps", volume["configMap"]["name"]
    raise ApiError(0, f"volume {volume['name']}: the stand-in kubelet knows secrets and config maps alone")


def render_status(pod: dict, address: str, running: bool, started: bool, ready: bool, restarts: int) -> dict:
    now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    container = pod["spec"]["containers"][0]
    state = {"running": {"startedAt": now}} if running else {"waiting": {"reason": "ContainerCreating"}}
    condition = {"status": "True" if ready else "False", "lastTransitionTime": now}
    return {
        "phase": "Running" if running else "Pending", "podIP": address, "podIPs": [{"ip": address}], "startTime": now,
        "conditions": [{"type": "Initialized", "status": "True", "lastTransitionTime": now},
                       {"type": "ContainersReady", **condition}, {"type": "Ready", **condition}],
        "containerStatuses": [{"name": container["name"], "image": container["image"], "imageID": "", "ready": ready,
                               "started": started, "restartCount": restarts, "state": state}],
    }
