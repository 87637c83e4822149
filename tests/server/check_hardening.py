# SPDX-License-Identifier: Apache-2.0
"""Looks at what keeps a defect from becoming a break-in: the binary's file, by readelf, and the process that serves.

    python3 tests/server/check_hardening.py build/release/slicegate          # both
    python3 tests/server/check_hardening.py --process build/dev/slicegate    # the process alone: of a build for tests
Prints what is missing; exit status 1 where anything is. As root it serves as another user, as the image does.
"""
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from check_binary import expect, found, serving  # noqa: E402

NOBODY = 65534


def readelf(binary, *options):
    return subprocess.run(["readelf", "--wide", *options, binary], capture_output=True, text=True, check=True).stdout


def check_file(binary):
    """As hardening-check reads it, and CET, which it does not know."""
    dynamic, segments = readelf(binary, "--dynamic"), readelf(binary, "--program-headers")
    symbols = readelf(binary, "--dyn-syms")
    expect("position independent", re.search(r"FLAGS_1.*PIE", dynamic))
    expect("relocations are read-only", "GNU_RELRO" in segments)
    expect("relocations are bound at the start", "BIND_NOW" in dynamic or re.search(r"FLAGS_1.*NOW", dynamic))
    expect("no executable stack", re.search(r"GNU_STACK .* RW +0x", segments))
    expect("no segment is writable and executable", not re.search(r"LOAD .* RWE ", segments))
    expect("stack protector", "__stack_chk_fail" in symbols)
    expect("_FORTIFY_SOURCE", re.search(r"__\w+_chk\b", symbols.replace("__stack_chk_fail", "")))
    expect("no path of the build", not re.search(r"RPATH|RUNPATH", dynamic))
    if platform.machine() == "x86_64":
        # Debian's own start-up objects have no marks, so the file as a whole is not noted as marked.
        code = subprocess.run(["objdump", "-d", "--section=.text", binary], capture_output=True, text=True).stdout
        expect("CET: indirect branches land on marks", code.count("endbr64") > 1000)


def check_process(server, is_sanitized):
    pid = server.process.pid
    status = dict(line.split(":\t", 1) for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines())
    limits = pathlib.Path(f"/proc/{pid}/limits").read_text()
    expect("no new privileges", status["NoNewPrivs"].strip() == "1", status["NoNewPrivs"])
    expect("no core files", re.search(r"Max core file size +0 +0 ", limits))
    if not is_sanitized:  # the leak checker has to trace its process
        expect("memory is nobody's but root's", os.stat(f"/proc/{pid}/mem").st_uid == 0)
    metrics = server.page("/metrics")
    for name in ("process_open_fds", "process_resident_memory_bytes", "process_start_time_seconds"):
        value = re.search(rf"^{name} (\S+)", metrics, re.MULTILINE)
        expect(f"{name} can be read nevertheless", value and float(value[1]) > 0, value)


def main():
    arguments = sys.argv[1:]
    is_process_alone = "--process" in arguments
    if len(arguments) != 1 + is_process_alone:
        sys.exit("usage: check_hardening.py [--process] BINARY")
    binary = str(pathlib.Path(arguments[-1]).resolve())
    if not is_process_alone:
        check_file(binary)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run([binary, "certs", "--out", folder / "tls", "--name", "127.0.0.1"], check=True, capture_output=True)
        own = shutil.copy(binary, folder / "slicegate")
        user = {}
        if os.geteuid() == 0:
            user = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
            for path in [folder, *folder.rglob("*")]:
                os.chown(path, NOBODY, NOBODY)
        with serving(own, folder, **user) as server:
            check_process(server, is_process_alone)
    print("\n".join(found) or "hardening: nothing missing")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
