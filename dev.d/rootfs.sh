#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: rootfs.sh BINARY FOLDER
# Lays out a root file system that holds the binary, every library that it loads, and their licences.
set -eu
binary=$1
root=$2

mkdir -p "$root/usr/bin" "$root/etc" "$root/tmp"
chmod 1777 "$root/tmp"
strip -o "$root/usr/bin/slicegate" "$binary"
echo 'slicegate:x:65532:65532::/:/sbin/nologin' >"$root/etc/passwd"
echo 'slicegate:x:65532:' >"$root/etc/group"

# ldd prints "name => /path (address)" for libraries and "/path (address)" for the loader.
libraries=$(ldd "$binary" | awk '$2 == "=>" && $3 ~ /^\// { print $3 } $1 ~ /^\// { print $1 }')
for library in $libraries; do
    mkdir -p "$root$(dirname "$library")"
    cp -L "$library" "$root$library"
    # dpkg knows a file by the path that its package has, with or without /usr.
    file=$(readlink -f "$library")
    package=$(dpkg-query -S "$file" "${file#/usr}" 2>/dev/null | sed 's/[:,].*//;q')
    mkdir -p "$root/usr/share/doc/$package"
    cp -L "/usr/share/doc/$package/copyright" "$root/usr/share/doc/$package/"
done
"$root/usr/bin/slicegate" --version
chroot "$root" /usr/bin/slicegate --version
