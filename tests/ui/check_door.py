# SPDX-License-Identifier: Apache-2.0
"""`slicegate ui` over its socket: who is let in, what is too large, how it starts and ends.

    python3 tests/ui/check_door.py build/dev/slicegate
"""
import http.client
import json
import re
import signal
import socket
import subprocess
import sys

faults = []


def check(what, is_right):
    if not is_right:
        faults.append(what)


def ask(port, method, path, body=None, **headers):
    """Status, headers and text of one answer. A name's underscores are dashes."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    return answer.status, answer.headers, answer.read().decode()


def check_page(port):
    status, headers, text = ask(port, "GET", "/")
    check("the page is there", status == 200 and "<title>slicegate" in text)
    check("the page may load from itself alone", "default-src 'none'" in headers["Content-Security-Policy"])
    for name, value in [("X-Content-Type-Options", "nosniff"), ("Cache-Control", "no-store"),
                        ("Cross-Origin-Resource-Policy", "same-origin"), ("Referrer-Policy", "no-referrer")]:
        check(name, headers[name] == value)
    check("no page of another host", not re.search(r"(src|href)=\"(https?:)?//", text))
    status, headers, text = ask(port, "HEAD", "/")
    check("HEAD", status == 200 and text == "" and int(headers["Content-Length"]) > 1000)
    check("a query changes nothing", ask(port, "GET", "/?a=b")[0] == 200)
    check("no such page", ask(port, "GET", "/secret")[0] == 404)
    check("no such method", ask(port, "DELETE", "/")[0] == 405)
    check("no file of the machine", ask(port, "GET", "/../../etc/passwd")[0] == 404)


def check_guard(port):
    check("a foreign Host", ask(port, "GET", "/", Host="evil.example")[0] == 403)
    check("a foreign Origin", ask(port, "POST", "/api/check", "a: 1", Origin="http://evil.example")[0] == 403)
    check("a foreign page", ask(port, "POST", "/api/check", "a: 1", Sec_Fetch_Site="cross-site")[0] == 403)
    check("its own Origin", ask(port, "POST", "/api/check", "a: 1", Origin=f"http://127.0.0.1:{port}")[0] == 200)


def check_limits(port):
    status, _, text = ask(port, "POST", "/api/check", "#" * (10 * 1024 * 1024))
    check("ten mebibytes", status == 413 and "4 MiB" in json.loads(text)["error"])
    with socket.create_connection(("127.0.0.1", port), timeout=20) as raw:
        raw.sendall(b"POST /api/check HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999999\r\n\r\n")
        check("a length beyond all", raw.recv(4096).startswith(b"HTTP/1.1 413"))
    with socket.create_connection(("127.0.0.1", port), timeout=20) as raw:
        raw.sendall(b"\x16\x03\x01 this is no HTTP\r\n\r\n")
        check("no HTTP", not raw.recv(4096).startswith(b"HTTP/1.1 200"))
    silent = [socket.create_connection(("127.0.0.1", port), timeout=20) for _ in range(20)]
    check("beside those who say nothing", ask(port, "GET", "/")[0] == 200)
    for each in silent:
        each.close()


def refuses(binary, listen, *words):
    done = subprocess.run([binary, "ui", "--listen", listen], capture_output=True, text=True, timeout=20)
    check(f"--listen {listen}: exit status", done.returncode == 2)
    check(f"--listen {listen}: {done.stderr}", all(word in done.stderr for word in words))


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: check_door.py BINARY")
    binary = sys.argv[1]
    for listen in ("", "8446", "127.0.0.1", "127.0.0.1:", "127.0.0.1:99999", "127.0.0.1:x", "example.com:80", ":80"):
        refuses(binary, listen, "must be a loopback address and a port")
    for listen in ("0.0.0.0:0", "192.0.2.1:80", "[::]:80"):
        refuses(binary, listen, "is not loopback")
    for end in (signal.SIGTERM, signal.SIGINT):
        server = subprocess.Popen([binary, "ui", "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True)
        port = int(re.search(r"http://localhost:(\d+)/", server.stdout.readline())[1])
        if end == signal.SIGTERM:
            check_page(port)
            check_guard(port)
            check_limits(port)
            refuses(binary, f"127.0.0.1:{port}", "cannot listen", "in use")
        server.send_signal(end)
        check(f"ends by {end.name}", server.wait(20) == 0)
    print(*faults, f"ui over a socket: {len(faults)} faults", sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
