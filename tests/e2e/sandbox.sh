#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What a container runtime would do for one container: a read-only root with the distribution's libraries, the volumes in their
# places, a user without rights. Runs in a mount namespace of its own (unshare --mount), so nothing is left behind.
# usage: sandbox.sh ROOT UID GID FSGROUP BINARY [FOLDER:PLACE]... -- ARGUMENT...
set -eu
root=$1 uid=$2 gid=$3 group=$4 binary=$5
shift 5

mount -t tmpfs -o mode=0755 slicegate "$root"
mkdir "$root/usr" "$root/etc" "$root/dev" "$root/proc"
mount --bind /usr "$root/usr"
for name in bin sbin lib lib32 lib64; do
    if [ -L "/$name" ]; then cp -P "/$name" "$root/$name"; fi
done
cp /etc/ld.so.cache "$root/etc/"
for device in null urandom; do
    : > "$root/dev/$device"
    mount --bind "/dev/$device" "$root/dev/$device"
done
mount --bind /proc "$root/proc"
: > "$root/slicegate"
mount --bind "$binary" "$root/slicegate"
while [ "$1" != -- ]; do
    place=$root${1#*:}
    mkdir -p "$place"
    mount --bind "${1%%:*}" "$place"
    mount -o remount,bind,ro "$place"
    shift
done
shift
mount -o remount,bind,ro "$root/usr"
mount -o remount,ro "$root"
cd "$root"
exec env -i PATH=/usr/sbin:/usr/bin chroot "$root" \
    setpriv --reuid "$uid" --regid "$gid" --groups "$group" --no-new-privs --inh-caps=-all --bounding-set=-all -- /slicegate "$@"
