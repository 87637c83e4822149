# SPDX-License-Identifier: Apache-2.0
"""One measurement: a load for some seconds, and what the server spent on it."""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

from servers import Server

script = Path(__file__).resolve().parent / "load.lua"


def post(server: Server, path: str, body: Path, connections: int, seconds: int) -> dict:
    """By wrk with one thread. Ends the run where an answer is missing: figures with errors in them say nothing."""
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "20s", "-s", script,
               f"https://127.0.0.1:{server.port}{path}"]
    before = server.cpu_seconds()
    output = subprocess.run(command, env={**os.environ, "BODY": str(body)}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout
    spent = server.cpu_seconds() - before
    result = re.search(r"^RESULT (.*)$", output, re.MULTILINE)
    if not result:
        sys.exit(f"wrk against {server.kind.name}{path}: {output}")
    measured = json.loads(result[1])
    if measured["errors"] or not measured["requests"]:
        sys.exit(f"wrk against {server.kind.name}{path}: {measured}")
    return {"cpu_us": spent / measured["requests"] * 1e6, "p50_us": measured["p50_us"], "p99_us": measured["p99_us"],
            "per_second": measured["requests"] / measured["seconds"], "requests": measured["requests"]}


def shake_hands(server: Server, seconds: int) -> dict:
    """Full TLS 1.3 handshakes a second, by two clients at once: one alone waits for itself more than for the server."""
    command = ["openssl", "s_time", "-new", "-connect", f"127.0.0.1:{server.port}", "-time", str(seconds)]
    before, began = server.cpu_seconds(), time.monotonic()
    clients = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) for _ in range(2)]
    outputs = [client.communicate()[0] for client in clients]
    took, spent = time.monotonic() - began, server.cpu_seconds() - before
    made = sum(int(re.search(r"^(\d+) connections in .* real seconds", output, re.MULTILINE)[1]) for output in outputs)
    return {"per_second": made / took, "cpu_us": spent / made * 1e6, "handshakes": made}
