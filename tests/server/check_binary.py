# SPDX-License-Identifier: Apache-2.0
"""Asks the running binary what the documentation promises of it: its metrics, its signals, and what it says of wrong use.

    python3 tests/server/check_binary.py build/dev/slicegate
Prints what differs; exit status 1 where anything does. promtool comes with Debian's package prometheus (./dev setup test).
"""
import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "tests/samples/two-slices.json"
found = []


def expect(what, holds, seen=""):
    if not holds:
        found.append(f"{what}: {seen}" if seen else what)


class Server:
    def __init__(self, process, ports, folder):
        self.process, self.ports, self.folder = process, ports, folder

    def page(self, path):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.ports['ops_port']}{path}", timeout=10) as answer:
            return answer.read().decode()

    def review(self, body, path="validate"):
        trust = ssl.create_default_context(cafile=self.folder / "tls/ca.crt")
        request = urllib.request.Request(f"https://127.0.0.1:{self.ports['port']}/{path}", body,
                                         {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=10, context=trust) as answer:
            return json.load(answer)

    def line(self):
        return json.loads(self.process.stderr.readline())


@contextlib.contextmanager
def serving(binary, folder, *options, **user):
    command = [binary, "serve", "--listen", "127.0.0.1:0", "--ops-listen", "127.0.0.1:0", "--drain-time", "0s",
               "--tls-cert", folder / "tls/tls.crt", "--tls-key", folder / "tls/tls.key", *options]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, **user)
    try:
        yield Server(process, json.loads(process.stderr.readline()), folder)
    finally:
        process.terminate()
        process.communicate()
    expect("a drain of 0s ends with status 0", process.returncode == 0, process.returncode)


def families(text):
    """Each metric of the text format, with its labels; `le` belongs to every histogram."""
    names = {name: set() for name in re.findall(r"^# TYPE (\S+)", text, re.MULTILINE)}
    for series, labels in re.findall(r"^([a-z_]+)(?:\{(.*)\})? ", text, re.MULTILINE):
        name = series if series in names else re.sub(r"_(bucket|sum|count)$", "", series)
        names[name] |= set(re.findall(r'(\w+)="', labels)) - {"le"}
    return names


def documented(operations):
    section = operations.split("\n## Metrics\n", 1)[-1].split("\n## ", 1)[0]
    rows = re.findall(r"^\| `((?:slicegate|process)_[a-z_]+)` \| ([^|]*)\|", section, re.MULTILINE)
    return {name: set(re.findall(r"`(\w+)`", labels)) for name, labels in rows}


def check_metrics(server):
    server.review(SAMPLE.read_bytes())
    text = server.page("/metrics")
    real, told = families(text), documented((ROOT / "docs/operations.md").read_text())
    for name in sorted(real.keys() | told.keys()):
        expect(f"docs/operations.md, metrics: {name}", real.get(name) == told.get(name),
               f"the binary has {real.get(name)}, the table {told.get(name)}")
    promtool = shutil.which("promtool")
    expect("promtool is not installed: ./dev setup test", promtool)
    if promtool:
        done = subprocess.run([promtool, "check", "metrics"], input=text, capture_output=True, text=True)
        expect("promtool check metrics", done.returncode == 0 and not done.stdout + done.stderr,
               done.stdout + done.stderr)


def check_cardinality(server):
    """Whatever callers send, no series is added."""
    review = json.loads(SAMPLE.read_text())
    before = server.page("/metrics").count("\n")
    for number in range(30):
        request = review["request"]
        request.update(uid=f"uid-{number}", name=f"n{number}", namespace=f"space-{number}")
        request["kind"]["kind"] = f"Kind{number}"
        request["userInfo"]["username"] = f"user-{number}"
        server.review(json.dumps(review).encode())
    after = server.page("/metrics").count("\n")
    expect("hostile names add one series at most", after - before <= 1, after - before)


def check_log_level(server):
    """The line of a refusal comes first; each signal then says what the level is."""
    while (line := server.line())["msg"] == "review":
        pass
    expect("SIGUSR1 is told", (line["msg"], line["log_level"], line["by"]) == ("log level set", "debug", "SIGUSR1"), line)


def check_signals(server):
    server.process.send_signal(signal.SIGUSR1)
    check_log_level(server)
    plain = json.loads(SAMPLE.read_text())
    plain["request"]["object"]["spec"]["containers"] = [{"name": "c", "image": "i"}]
    server.review(json.dumps(plain).encode())
    line = server.line()
    expect("at debug a plain allowance is a line", (line["msg"], line.get("decision")) == ("review", "allowed"), line)
    for level in ("info", "warning", "error", "error"):
        server.process.send_signal(signal.SIGUSR2)
        line = server.line()
        expect(f"SIGUSR2 is told: {level}", (line.get("log_level"), line.get("by")) == (level, "SIGUSR2"), line)


def refused(binary, *words, **variables):
    """The lines on standard error; standard output stays empty, and the status is 2."""
    done = subprocess.run([binary, *words], capture_output=True, text=True, env=os.environ | variables, timeout=60)
    expect(f"{words}: status 2, nothing on standard output", (done.returncode, done.stdout) == (2, ""), done)
    return done.stderr.splitlines()


def check_wrong_use(binary, folder):
    pair = ("--tls-cert", folder / "tls/tls.crt", "--tls-key", folder / "tls/tls.key")
    duration = '"5x" is not a duration, for instance 90s (or 500ms, 2m, 1h; above zero, at most 24h)'
    help_of_serve = " (see slicegate serve --help)"
    cases = [
        (("polcy",), {}, 'slicegate: there is no command "polcy"; did you mean policy? (see slicegate --help)'),
        (("policy", "validte", "x"), {},
         'slicegate policy: there is no command "validte"; did you mean validate? (see slicegate policy --help)'),
        (("serve", "--lsten", ":1"), {},
         "slicegate serve: there is no option --lsten; did you mean --listen?" + help_of_serve),
        (("serve", *pair, "now"), {}, 'slicegate serve: "now" is a word too many' + help_of_serve),
        (("serve", *pair, "--idle-timeout", "5x"), {}, f"slicegate serve: --idle-timeout: {duration}{help_of_serve}"),
        (("serve", *pair), {"SLICEGATE_IDLE_TIMEOUT": "5x"},
         f"slicegate serve: SLICEGATE_IDLE_TIMEOUT: {duration}{help_of_serve}"),
        (("serve", *pair[2:]), {},
         "slicegate serve: --tls-cert is required, or the variable SLICEGATE_TLS_CERT" + help_of_serve),
        (("serve", *pair, "--config", "nowhere.yaml"), {},
         "slicegate serve: --config: nowhere.yaml: cannot be read; is the path right, and may this user read it?"),
        (("serve", *pair), {"SLICEGATE_CLIENT_CA": "nowhere.crt"},
         "slicegate serve: SLICEGATE_CLIENT_CA: nowhere.crt: cannot be read: No such file or directory; check the path, "
         "or make certificates with 'slicegate certs --out DIR'"),
    ]
    for words, variables, line in cases:
        said = refused(binary, *words, **variables)
        expect(f"{words} {variables}", said == [line], said)


def check_bad_policy(binary, folder):
    policy = folder / "policy.yaml"
    policy.write_text("apiVersion: slicegate.dev/v1alpha1\nkind: GpuPolicy\nspec:\n  rules: {node-nam: warn}\n  labl: x\n")
    said = refused(binary, "serve", "--config", policy, "--tls-cert", folder / "tls/tls.crt",
                   "--tls-key", folder / "tls/tls.key")
    expect("a bad policy has a line for each problem, which begins with the file",
           len(said) > 1 and all(line.startswith(f"{policy}: ") for line in said), said)


def check_help(binary):
    """Each option of serve has a default or is required, and a variable."""
    text = subprocess.run([binary, "serve", "--help"], capture_output=True, text=True, check=True).stdout
    options = re.findall(r"^ +(--[a-z-]+) (.*?)(?=^ +-|\Z)", text, re.MULTILINE | re.DOTALL)
    for name, rest in options:
        variable = "SLICEGATE_" + name[2:].upper().replace("-", "_")
        expect(f"serve --help: {name} names its variable", variable in rest, rest)
        expect(f"serve --help: {name} has a default", re.search(r"=\S|\[.+?\]|REQUIRED", rest, re.DOTALL), rest)
    expect("serve --help has options", len(options) > 15, text)


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: check_binary.py BINARY")
    binary = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as path:
        folder = pathlib.Path(path)
        subprocess.run([binary, "certs", "--out", folder / "tls", "--name", "127.0.0.1"], check=True, capture_output=True)
        with serving(binary, folder) as server:
            check_metrics(server)
            check_cardinality(server)
            check_signals(server)
        check_wrong_use(binary, folder)
        check_bad_policy(binary, folder)
    check_help(binary)
    print(*found, f"binary: {len(found)} faults", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
