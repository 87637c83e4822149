# SPDX-License-Identifier: Apache-2.0
"""The servers that are measured: how each is built, started, and seen from outside, by /proc."""

import dataclasses
import http.client
import json
import os
import shutil
import socket
import ssl
import subprocess
import sys
import time
from pathlib import Path

here = Path(__file__).resolve().parent
peers = here.parent / "peers"
ticks_per_second = os.sysconf("SC_CLK_TCK")
cache = Path(os.environ.get("SLICEGATE_CACHE") or Path.home() / ".cache/slicegate") / "bench"
# As long as a short answer of slicegate, so that both write about the same.
constant = '{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","response":' \
           '{"uid":"0a96d673-d91d-47d8-8b16-bb2267a6c3e6","allowed":true}}'

nginx_configuration = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
worker_processes 2;
events {{ worker_connections 4096; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    client_max_body_size 64m;
    keepalive_requests 1000000000;
    server {{
        listen 127.0.0.1:{port} ssl;
        ssl_certificate {folder}/tls.crt;
        ssl_certificate_key {folder}/tls.key;
        ssl_protocols TLSv1.2 TLSv1.3;
        default_type application/json;
        location / {{ return 200 '{constant}'; }}
    }}
}}
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def version_of(*command: str) -> str:
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return result.stdout.splitlines()[0].strip() if result.stdout else "unknown"


@dataclasses.dataclass
class Kind:
    """One of those measured. `command` takes the folder with tls.crt and tls.key, the port, and a second port."""
    name: str
    binary: Path
    version: str
    command: object
    ready_path: str
    decides: bool = True   # nginx answers the same to everything


class Server:
    def __init__(self, kind: Kind, folder: Path):
        self.kind, self.folder = kind, folder
        self.port, self.ops_port = free_port(), free_port()
        self.log = open(folder / f"{kind.name}.log", "wb")
        began = time.monotonic()
        self.process = subprocess.Popen(kind.command(folder, self.port, self.ops_port), stdout=self.log, stderr=self.log)
        self.wait_until_ready(began)
        self.ready_ms = (time.monotonic() - began) * 1000

    def wait_until_ready(self, began: float) -> None:
        while True:
            try:
                if self.ask("GET", self.kind.ready_path)[0] == 200:
                    return
            except OSError:
                pass
            if self.process.poll() is not None or time.monotonic() - began > 20:
                self.stop()
                sys.exit(f"{self.kind.name} did not start: {Path(self.log.name).read_text()[-2000:]}")
            time.sleep(0.001)

    def ask(self, method: str, path: str, body: bytes | None = None) -> tuple[int, bytes]:
        if path.startswith("ops:"):
            connection = http.client.HTTPConnection("127.0.0.1", self.ops_port, timeout=10)
        else:
            context = ssl.create_default_context(cafile=self.folder / "ca.crt")
            connection = http.client.HTTPSConnection("127.0.0.1", self.port, timeout=60, context=context)
        try:
            connection.request(method, path.removeprefix("ops:"), body, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def decide(self, path: str, body: bytes) -> dict:
        """The response part of the answer, or what stands in its way."""
        status, answer = self.ask("POST", path, body)
        return json.loads(answer)["response"] if status == 200 else {"status": status, "text": answer[:200].decode(errors="replace")}

    def pids(self) -> list[int]:
        """The process and its workers."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [self.process.pid, *map(int, children.split())]

    def cpu_seconds(self) -> float:
        ticks = 0
        for pid in self.pids():
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])   # utime and stime, the 14th and 15th of proc(5)
        return ticks / ticks_per_second

    def memory_mib(self, field: str) -> float:
        """VmRSS or VmHWM, of the process or its largest worker."""
        def of(pid):
            lines = Path(f"/proc/{pid}/status").read_text().splitlines()
            return next(int(line.split()[1]) for line in lines if line.startswith(field + ":")) / 1024
        return max(map(of, self.pids()))

    def forget_peak(self) -> None:
        for pid in self.pids():
            Path(f"/proc/{pid}/clear_refs").write_text("5")   # VmHWM starts again from VmRSS, proc(5)

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_) -> None:
        self.stop()


def slicegate(binary: Path) -> Kind:
    def command(folder, port, ops_port):
        return [binary, "serve", "--listen", f"127.0.0.1:{port}", "--ops-listen", f"127.0.0.1:{ops_port}", "--threads", "2",
                "--drain-time", "1ms", "--tls-cert", folder / "tls.crt", "--tls-key", folder / "tls.key"]
    return Kind("slicegate", binary, version_of(str(binary), "--version"), command, "ops:/readyz")


def unpacked_nginx() -> str | None:
    """Debian's program out of its package, which installed would start a server on port 80."""
    binary = cache / "nginx/usr/sbin/nginx"
    if not binary.exists():
        binary.parents[2].mkdir(parents=True, exist_ok=True)
        fetched = subprocess.run(["apt-get", "download", "-q", "nginx"], cwd=cache, stdout=subprocess.DEVNULL)
        for package in cache.glob("nginx_*.deb"):
            subprocess.run(["dpkg", "-x", package, binary.parents[2]], check=fetched.returncode == 0)
    runs = binary.exists() and subprocess.run([binary, "-v"], stderr=subprocess.DEVNULL).returncode == 0
    return str(binary) if runs else None


def nginx() -> Kind | None:
    binary = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin") or unpacked_nginx()
    if not binary:
        return None

    def command(folder, port, _):
        configuration = folder / "nginx.conf"
        configuration.write_text(nginx_configuration.format(folder=folder, port=port, constant=constant))
        return [binary, "-c", configuration, "-e", folder / "nginx.log"]
    return Kind("nginx", Path(binary), version_of(binary, "-v").removeprefix("nginx version: "), command, "/", decides=False)


def go_peer() -> Kind | None:
    if not shutil.which("go"):
        return None
    binary = cache / "go-peer"
    cache.mkdir(parents=True, exist_ok=True)
    subprocess.run(["go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w", "-o", binary, "."], cwd=peers / "go",
                   env={"GOTOOLCHAIN": "auto", **os.environ, "CGO_ENABLED": "0"}, check=True)
    module = next(line.split() for line in (peers / "go/go.mod").read_text().splitlines() if "sigs.k8s.io/controller-runtime v" in line)
    return Kind("go", binary, f"{version_of('go', 'version')}, controller-runtime {module[1]}",
                lambda folder, port, _: [binary, "127.0.0.1", str(port), folder], "/healthz")


def rust_peer() -> Kind | None:
    if not shutil.which("cargo"):
        return None
    source, target = cache / "rust-peer", cache / "rust-target"
    shutil.rmtree(source, ignore_errors=True)   # built from a copy: cargo writes a lock file beside the manifest
    shutil.copytree(peers / "rust", source, ignore=shutil.ignore_patterns("target", "Cargo.lock"))
    subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=source, env={**os.environ, "CARGO_TARGET_DIR": str(target)}, check=True)
    return Kind("rust", target / "release/slicegate-bench-peer", f"{version_of('rustc', '--version')}, axum, rustls, kube-core",
                lambda folder, port, _: [target / "release/slicegate-bench-peer", f"127.0.0.1:{port}", folder / "tls.crt",
                                         folder / "tls.key"], "/healthz")
