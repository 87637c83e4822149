# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# Sourced by ./dev: what is checked without running the product. The quick checks need no compiler.

lint() {
    case ${1:-all} in
    fix) setup lint && sources -name '*.[ch]pp' | xargs clang-format-19 -i ;;
    quick) lint_quick ;;
    tidy) lint_tidy ;;
    all) lint_quick && lint_tidy ;;
    *) wrong_use "lint: unknown part \"$1\": quick, tidy or fix" ;;
    esac
}

lint_quick() {
    setup lint
    failed=
    say "formatting, layers, scripts"
    check is_formatted
    check python3 tests/layering_test.py
    check python3 dev.d/chart.py --check
    check shellcheck dev dev.d/*.sh .ci/run manifests/*.sh
    check is_clean_python
    check has_license_line
    check has_no_promises
    [ -z "$failed" ] || fail "lint:$failed"
    echo "lint: nothing found" >&2
}

lint_tidy() {
    setup build lint
    mkdir -p build
    cmake --preset dev >build/configure-dev.log 2>&1 || fail "$(cat build/configure-dev.log)"
    say "clang-tidy"
    python3 dev.d/tidy.py
}

# All checks run, so that one visit shows everything.
check() {
    "$@" || failed="$failed $1"
}

sources() {
    find policy sizing certs cli server ui tests bench dev.d \( "$@" \) 2>/dev/null | sort
}

is_formatted() { sources -name '*.[ch]pp' | xargs clang-format-19 --dry-run -Werror; }

is_clean_python() { sources -name '*.py' | xargs pyflakes3; }

has_license_line() {
    without=$(sources -name '*.[ch]pp' -o -name '*.py' -o -name '*.sh' -o -name CMakeLists.txt |
        xargs grep -L 'SPDX-License-Identifier: Apache-2.0' dev .ci/run Dockerfile)
    [ -z "$without" ] || { echo "no SPDX line: $without" >&2 && return 1; }
}

# What is left to do is an issue, not a comment.
has_no_promises() {
    ! sources -name '*.[ch]pp' -o -name '*.py' -o -name '*.sh' -o -name CMakeLists.txt |
        xargs grep -nE 'TO[D]O|FIX[M]E' dev .ci/run Dockerfile
}
