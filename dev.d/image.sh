# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# Sourced by ./dev: the container image, built by whichever of Docker and buildah works here, and started once.

image_name=slicegate:dev

image() {
    setup image
    if docker_runs; then
        say "building $image_name by docker"
        docker build --tag $image_name .
        image_run() { docker run --rm --network host --read-only --cap-drop ALL "$@"; }
    else
        build_by_buildah
        image_run() { run_by_buildah "$@"; }
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
    mirror=$(debian_mirror)
    as_root rm -rf "$storage/base"
    as_root debootstrap --variant=minbase --include=ca-certificates trixie "$storage/base" ${mirror:+"$mirror"}
    as_root rm -rf "$storage/base/var/cache/apt/archives" "$storage/base/var/lib/apt/lists"
    container=$(buildah_here from scratch)
    buildah_here copy -q "$container" "$storage/base" /
    buildah_here commit -q "$container" localhost/debian:trixie-slim
    buildah_here rm "$container" >/dev/null
    as_root rm -rf "$storage/base"
}

# The mirror that this machine uses, where it is Debian's; otherwise debootstrap's own.
debian_mirror() {
    # shellcheck disable=SC2016 # apt's variables, not the shell's
    apt-get indextargets --format '$(REPO_URI) $(ORIGIN) $(COMPONENT)' 'Created-By: Packages' |
        awk '$2 == "Debian" && $3 == "main" { print $1; exit }'
}

# The options before the image's name are docker's; of those only -v and -e are understood.
run_by_buildah() {
    container=$(buildah_here from --pull=never $image_name)
    buildah_here run --isolation chroot "$@"
}

show_image() {
    say "$image_name says"
    image_run $image_name --version
}
