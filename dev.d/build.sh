# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# Sourced by ./dev: builds by CMake's presets and runs the tests.

build() {
    preset=${1:-release}
    case $preset in
    dev | release | tsan) ;;
    *) wrong_use "build: unknown preset \"$preset\": dev, release or tsan" ;;
    esac
    setup build
    say "building build/$preset"
    mkdir -p build
    cmake --preset "$preset" >"build/configure-$preset.log" 2>&1 || fail "$(cat "build/configure-$preset.log")"
    cmake --build --preset "$preset" --parallel "$(build_jobs)"
}

# The image's storage belongs to root.
clean() {
    [ ! -e build/image ] || as_root rm -rf "$PWD/build/image"
    rm -rf build
}

run_tests() {
    build dev
    setup test
    say "testing"
    ctest --preset dev --parallel "$(nproc)" "$@"
}

# Kubernetes is built from the Go module proxy, which takes Go 1.21 or later: an older one than Kubernetes asks for
# then fetches the right toolchain itself.
has_go() {
    [ -n "${KUBEBUILDER_ASSETS:-}" ] && return 0
    go_version=$(with_go go env GOVERSION 2>/dev/null) || return 1
    dpkg --compare-versions "${go_version#go}" ge 1.21
}

e2e() {
    build release
    setup e2e
    say "end to end"
    with_go env SLICEGATE_BINARY="$PWD/build/release/slicegate" "$(debian_python)" -m pytest tests/e2e "$@"
}

# Prometheus is unpacked and not installed, see tests/manifests/programs.py: its package would start a server.
manifests() {
    build release
    (unset KUBEBUILDER_ASSETS && setup e2e) # Helm is built in any case
    say "manifests"
    with_go env SLICEGATE_BINARY="$PWD/build/release/slicegate" python3 -m pytest tests/manifests "$@"
}

# The page of `slicegate ui` in a real browser; its pictures are left in build/screenshots.
browser() {
    build release
    setup browser
    say "the page, in a browser"
    SLICEGATE_BINARY="$PWD/build/release/slicegate" "$(debian_python)" -m pytest tests/ui "$@"
}

# Runs a command where a Go is found too that its package or its archive does not put on the PATH.
with_go() { env PATH="$PATH:/usr/local/go/bin:/usr/lib/go-1.23/bin" "$@"; }
