# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# Sourced by ./dev: how it speaks, and how it becomes root.

say() { printf '\n== %s\n' "$*" >&2; }

fail() {
    printf 'dev: %s\n' "$*" >&2
    exit 1
}

wrong_use() {
    printf 'dev: %s\n' "$*" >&2
    exit 2
}

# Runs a command as root; where that takes sudo, the command is shown first. With replace=exec the shell becomes it,
# so that a signal to the shell's process reaches it.
replace=
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        $replace "$@"
    elif command -v sudo >/dev/null; then
        printf '+ sudo %s\n' "$*" >&2
        $replace sudo "$@"
    else
        fail "this needs root, and there is no sudo here; as root, run: $*"
    fi
}

# One compiler takes up to 2 GiB for a Beast file with sanitizers: no more of them than memory holds.
build_jobs() {
    awk -v cores="$(nproc)" '/^MemAvailable/ {
        fits = int($2 / 2097152)
        print fits < 1 ? 1 : fits < cores ? fits : cores
    }' /proc/meminfo
}

# The interpreter that Debian's python3-* packages belong to, where another one comes first on the PATH.
debian_python() { if [ -x /usr/bin/python3 ]; then echo /usr/bin/python3; else echo python3; fi; }
