# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# Sourced by ./dev: the container image, built by whichever of Docker and buildah works here, and started once.
# shellcheck disable=SC2034,SC2154 # run.sh leaves $dir and $url, as_root reads $replace

image_name=slicegate:dev

image() {
    setup image
    if docker_runs; then
        say "building $image_name by docker"
        docker build --tag $image_name .
        slicegate() { exec docker run --rm --network host --read-only --cap-drop ALL -v "$dir/tls:$dir/tls" $image_name "$@"; }
    else
        build_by_buildah
        buildah_here rm --all >/dev/null
        container=$(buildah_here from --pull=never $image_name)
        slicegate() {
            replace="exec"
            buildah_here run --isolation chroot -v "$dir/tls:$dir/tls" "$container" -- /usr/bin/slicegate "$@"
        }
    fi
    show_image
}

docker_runs() {
    command -v docker >/dev/null && docker info >/dev/null 2>&1
}

# Without an engine: no registry is asked, the base is debootstrapped from Debian's packages.
build_by_buildah() {
    storage=$PWD/build/image
    mkdir -p "$storage"
    buildah_here inspect --type image localhost/debian:trixie-slim >/dev/null 2>&1 || make_base
    say "building $image_name by buildah"
    # The Dockerfile's test stage is a part of it: the stage that ships copies from it.
    buildah_here build --isolation chroot --pull=never --tag $image_name .
    rm -f "$storage/slicegate.tar"
    buildah_here push $image_name "docker-archive:$storage/slicegate.tar:$image_name"
    ls -l "$storage/slicegate.tar"
}

# A storage of its own below build/; ./dev clean removes it.
buildah_here() {
    as_root buildah --storage-driver vfs --root "$storage/storage" --runroot "$storage/run" "$@"
}

make_base() {
    say "making the base image debian:trixie-slim"
    mirror=$(apt_uri '^[a-z]+$')
    security=$(apt_uri -security$)
    as_root rm -rf "$storage/base"
    as_root debootstrap --variant=minbase --include=ca-certificates trixie "$storage/base" ${mirror:+"$mirror"}
    [ -z "$security" ] || echo "deb $security trixie-security main" | as_root tee -a "$storage/base/etc/apt/sources.list"
    as_root rm -rf "$storage/base/var/cache/apt/archives" "$storage/base/var/lib/apt/lists"
    container=$(buildah_here from scratch)
    buildah_here copy -q "$container" "$storage/base" /
    buildah_here commit -q "$container" localhost/debian:trixie-slim
    buildah_here rm "$container" >/dev/null
    as_root rm -rf "$storage/base"
}

# The mirror from which this machine takes the suites whose name matches, where they are Debian's. Where they are
# not, debootstrap has one of its own.
apt_uri() {
    # shellcheck disable=SC2016 # apt's variables, not the shell's
    apt-get indextargets --format '$(ORIGIN) $(COMPONENT) $(RELEASE) $(REPO_URI)' 'Created-By: Packages' |
        awk -v suite="$1" '$1 == "Debian" && $2 == "main" && $3 ~ suite { print $4; exit }'
}

# The image's own program makes the certificate and then answers the samples over TLS.
show_image() {
    say "$image_name, started"
    make_private_dir
    (slicegate --version)
    start_server
    python3 tests/samples/ask.py --url "$url" --ca "$dir/tls/ca.crt"
}
