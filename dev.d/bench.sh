# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# Sourced by ./dev: what is measured, beside peers, in one run on one machine.

bench() {
    part=${1:-server}
    case $part in
    check | server | instructions | micro) shift $(($# > 0)) ;;
    --*) part=server ;;
    *) wrong_use "bench: unknown word \"$part\": server, micro, instructions or check" ;;
    esac
    "bench_$part" "$@"
}

# The peers are built from their Go modules.
bench_check() {
    build release
    setup e2e
    say "slicegate check beside its peers"
    with_go python3 bench/check/measure.py build/release/slicegate "$@"
}

bench_server() {
    build release
    setup bench
    say "slicegate beside nginx, a Go and a Rust webhook"
    with_go python3 bench/server/measure.py build/release/slicegate "$@"
}

build_bench() {
    setup build bench
    say "building build/bench"
    mkdir -p build
    cmake --preset bench >build/configure-bench.log 2>&1 || fail "$(cat build/configure-bench.log)"
    cmake --build --preset bench --parallel "$(build_jobs)" --target "$@"
}

bench_micro() {
    build_bench slicegate_micro
    python3 bench/server/bodies.py build/bench/reviews
    build/bench/bench/micro/slicegate_micro "$@" build/bench/reviews
}

bench_instructions() {
    build_bench slicegate_replay
    say "instructions a review"
    python3 bench/micro/instructions.py build/bench/bench/micro/slicegate_replay \
        "$(sed -n 's/^CMAKE_CXX_COMPILER:[A-Z]*=//p' build/bench/CMakeCache.txt)" "$@"
}
