# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# Sourced by ./dev: libFuzzer over tests/fuzz. What is found lies in build/fuzz/found/, what was learnt in build/fuzz/learnt/.

fuzz_targets="quantity http policy_file manifests admit"

fuzz() {
    fuzz_target=${1:-all}
    fuzz_seconds=${2:-60}
    case " all $fuzz_targets " in
    *" $fuzz_target "*) ;;
    *) wrong_use "fuzz: unknown target \"$fuzz_target\": all, $fuzz_targets" ;;
    esac
    case $fuzz_seconds in
    *[!0-9]* | "") wrong_use "fuzz: \"$fuzz_seconds\" is no number of seconds" ;;
    esac
    setup build fuzz
    say "building the fuzzers"
    mkdir -p build
    cmake --preset fuzz >build/configure-fuzz.log 2>&1 || fail "$(cat build/configure-fuzz.log)"
    cmake --build --preset fuzz --parallel "$(build_jobs)"
    python3 tests/fuzz/make_seeds.py build/fuzz/seeds
    [ "$fuzz_target" != all ] || fuzz_target=$fuzz_targets
    fuzz_failed=
    for each in $fuzz_target; do
        fuzz_one "$each" || fuzz_failed="$fuzz_failed $each"
    done
    [ -z "$fuzz_failed" ] || fail "found something:$fuzz_failed; the inputs are in build/fuzz/found"
}

# The seconds are for each target. An input of ten seconds is a finding too: time is to be linear in size.
fuzz_one() {
    say "fuzzing $1 for $fuzz_seconds seconds"
    mkdir -p "build/fuzz/learnt/$1" build/fuzz/found
    case $1 in
    quantity) fuzz_size=300 ;;
    http) fuzz_size=2048 ;;
    *) fuzz_size=16384 ;;
    esac
    fuzz_stored=
    [ ! -d "tests/fuzz/corpus/$1" ] || fuzz_stored=tests/fuzz/corpus/$1
    # shellcheck disable=SC2086 # nothing where there is no corpus
    "build/fuzz/tests/fuzz/fuzz_$1" -max_total_time="$fuzz_seconds" -max_len=$fuzz_size -timeout=10 -rss_limit_mb=2048 \
        -dict="tests/fuzz/dictionaries/$1.dict" -print_final_stats=1 -artifact_prefix="build/fuzz/found/$1-" \
        "build/fuzz/learnt/$1" "build/fuzz/seeds/$1" $fuzz_stored >"build/fuzz/$1.log" 2>&1 || {
        grep -a -A20 -E '^broken|ERROR' "build/fuzz/$1.log" >&2 || tail -n 20 "build/fuzz/$1.log" >&2
        return 1
    }
    grep -a -E '^#.* DONE|stat::number' "build/fuzz/$1.log"
}
