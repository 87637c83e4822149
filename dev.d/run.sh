# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# Sourced by ./dev: slicegate on loopback with a certificate of its own, asked as kube-apiserver asks.

run() {
    binary=build/release/slicegate
    once=
    built=
    while [ $# -gt 0 ]; do
        case $1 in
        --once) once=yes ;;
        --binary) # of a build that is there already; the tests use it
            [ $# -gt 1 ] || wrong_use "run: --binary takes a path"
            binary=$2 built=yes
            shift
            ;;
        --cluster)
            run_cluster
            return
            ;;
        *) wrong_use "run: unknown option \"$1\"" ;;
        esac
        shift
    done
    [ -n "$built" ] || build release

    make_private_dir
    start_server
    say "the answers to tests/samples, as kubectl shows them"
    answers=0
    python3 tests/samples/ask.py --url "$url" --ca "$dir/tls/ca.crt" || answers=$?
    [ $answers -eq 0 ] || tail -n 20 "$dir/log" >&2
    if [ -z "$once" ] && [ -t 0 ]; then
        show_what_to_try
        wait "$server" || answers=$?
    fi
    return $answers
}

run_cluster() {
    build release
    setup e2e
    with_go "$(debian_python)" tests/e2e/cluster.py up --binary build/release/slicegate
}

# How the program is started; the container image has its own way. To be called in a subshell alone, which becomes it.
slicegate() { exec "$binary" "$@"; }

# Leaves $dir; it and the server go when the shell does.
make_private_dir() {
    dir=$(mktemp -d "${TMPDIR:-/tmp}/slicegate.XXXXXX")
    mkdir -m 777 "$dir/tls" # behind a directory that is private; a container's user writes here too
    trap stop_server EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM
}

# Leaves $url, $ops_url and $server.
start_server() {
    (slicegate certs --out "$dir/tls" --name localhost --name 127.0.0.1) >"$dir/certs.log" 2>&1 || fail "$(cat "$dir/certs.log")"

    # Asked for together, so that they differ; the usual ones where they are free.
    ports=$(python3 dev.d/free_ports.py 8443 8080)
    url=https://127.0.0.1:${ports% *}
    ops_url=http://127.0.0.1:${ports#* }
    say "starting slicegate at $url (log: $dir/log)"
    slicegate serve --listen "${url#https://}" --ops-listen "${ops_url#http://}" --drain-time 1ms \
        --tls-cert "$dir/tls/tls.crt" --tls-key "$dir/tls/tls.key" --log-level debug 2>"$dir/log" &
    server=$!
    wait_until_ready
}

wait_until_ready() {
    tries=100
    until curl -fs -o "$dir/ready" "$ops_url/readyz"; do
        kill -0 "$server" 2>/dev/null || fail "slicegate ended: $(cat "$dir/log")"
        tries=$((tries - 1))
        [ $tries -gt 0 ] || fail "slicegate is not ready after 10 seconds: $(cat "$dir/log")"
        sleep 0.1
    done
}

stop_server() {
    if [ -n "${server:-}" ]; then
        kill "$server" 2>/dev/null || true
        wait "$server" 2>/dev/null || true
    fi
    rm -rf "$dir"
}

show_what_to_try() {
    ask="curl -s --cacert $dir/tls/ca.crt -H 'Content-Type: application/json' --data-binary"
    cat <<END

slicegate answers at $url with the policy that is compiled in. Try in another terminal:

  $ask @$PWD/tests/samples/two-slices.json $url/mutate | jq -r .response.status.message
  $ask @$PWD/tests/samples/dedicated.json $url/mutate | jq -r .response.patch | base64 -d | jq .
  curl -s $ops_url/metrics | grep ^slicegate
  curl -s $ops_url/readyz
  $PWD/$binary serve --help
  tail -f $dir/log

Ctrl-C stops it.
END
}
