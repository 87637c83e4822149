# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# Sourced by ./dev: installs what is missing, by apt alone. With nothing missing it is silent and asks no server.

# On Debian 12 Boost 1.81 stands beside the default 1.74, which has no boost::system::result, and Catch2 3 is in
# the distribution's backports suite.
build_packages() {
    case $(os_name) in
    "debian 12") echo libboost1.81-dev catch2/bookworm-backports ;;
    "debian 13" | "ubuntu 24.04") echo libboost1.83-dev catch2 ;;
    *) echo libboost-dev catch2 ;;
    esac
    echo g++ cmake ninja-build ccache
    echo libssl-dev libsimdjson-dev nlohmann-json3-dev libspdlog-dev libyaml-cpp-dev libyaml-dev prometheus-cpp-dev libcli11-dev
    echo ca-certificates curl openssl jq python3 python3-yaml python3-jsonschema
}

# clang is pinned: another version formats differently and finds other things.
lint_packages() {
    echo clang-format-19 clang-tidy-19 shellcheck pyflakes3
}

# libFuzzer and the sanitizers' run time are a package of their own.
fuzz_packages() {
    echo clang-19 libclang-rt-19-dev llvm-19
}

e2e_packages() {
    echo python3-pytest python3-yaml iproute2 openssl curl ca-certificates
    if ! has_go; then
        case $(os_name) in
        "debian 12") echo golang-1.23-go/bookworm-backports golang-1.23-src/bookworm-backports ;;
        *) echo golang-go ;;
        esac
    fi
}

# promtool, which tests hold /metrics against.
test_packages() {
    echo prometheus
}

# nginx-core and nginx-light would start a server: nginx alone is unpacked, see bench/server/servers.py.
bench_packages() {
    echo wrk libbenchmark-dev valgrind openssl curl
}

# A real browser, which looks at the page of `slicegate ui`. Ubuntu has Chromium as a snap alone.
browser_packages() {
    echo chromium chromium-driver python3-selenium python3-pytest
}

image_packages() {
    docker_runs || echo buildah debootstrap
    echo curl openssl ca-certificates python3
}

setup() {
    missing=
    for group in "$@"; do
        case $group in
        build | test | lint | fuzz | e2e | browser | image | bench) missing="$missing $(missing_of "$("${group}_packages")")" ;;
        *) wrong_use "setup: unknown group \"$group\": build, test, lint, fuzz, e2e, browser, image or bench" ;;
        esac
    done
    # shellcheck disable=SC2086 # a list of words
    set -- $missing
    [ $# -gt 0 ] || return 0

    say "installing $*"
    as_root apt-get update -q
    case $missing in
    */bookworm-backports*) add_backports ;;
    esac
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends "$@"
}

# "debian 12", "debian 13", "ubuntu 24.04"; on anything else the names of the newest are tried.
os_name() {
    # shellcheck source=/dev/null
    (. /etc/os-release && echo "$ID ${VERSION_ID:-}")
}

# Those of the packages, as NAME or NAME/SUITE, that are not installed. Catch2 2 does not count as Catch2.
missing_of() {
    names=$(echo "$1" | sed 's,/[^ ]*,,g')
    # shellcheck disable=SC2086 # a list of words
    installed=$(dpkg-query -W -f '${db:Status-Status} ${Package} ${Version}\n' $names 2>/dev/null || true)
    for package in $1; do
        version=$(echo "$installed" | awk -v name="${package%/*}" '$1 == "installed" && $2 == name { print $3; exit }')
        if [ -z "$version" ] || { [ "${package%/*}" = catch2 ] && dpkg --compare-versions "$version" lt 3; }; then
            echo "$package"
        fi
    done
}

# The backports suite from the mirror that this machine uses for the release itself, which apt knows in whichever
# format its sources are written.
add_backports() {
    # shellcheck disable=SC2016 # apt's variables, not the shell's
    targets=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages')
    case $targets in
    *" bookworm-backports main"*) return 0 ;;
    esac
    mirror=$(echo "$targets" | awk '$2 == "bookworm" && $3 == "main" { print $1; exit }')
    [ -n "$mirror" ] || fail "apt has no source for bookworm, so none for its backports either"
    key=/usr/share/keyrings/debian-archive-keyring.gpg
    {
        printf 'Types: deb\nURIs: %s\nSuites: bookworm-backports\nComponents: main\n' "$mirror"
        [ ! -e $key ] || echo "Signed-By: $key"
    } | as_root tee /etc/apt/sources.list.d/slicegate-backports.sources >&2
    as_root apt-get update -q
}
