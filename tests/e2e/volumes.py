# SPDX-License-Identifier: Apache-2.0
"""Secrets and ConfigMaps on disk as the kubelet lays them out: real files in a dated folder, `..data` a link to it that is
swapped by rename, each name a link through `..data`. A reader that follows changes must cope with exactly this."""

import base64
import os
import shutil
import tempfile
from pathlib import Path


def contents(kind: str, source: dict) -> dict[str, bytes]:
    """File names and bytes of a Secret or ConfigMap."""
    if kind == "secret":
        return {name: base64.b64decode(value) for name, value in source.get("data", {}).items()}
    plain = {name: value.encode() for name, value in source.get("data", {}).items()}
    return plain | {name: base64.b64decode(value) for name, value in source.get("binaryData", {}).items()}


def write(folder: Path, files: dict[str, bytes], mode: int, group: int | None) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    data = folder / "..data"
    old = data.resolve() if data.is_symlink() else None
    dated = Path(tempfile.mkdtemp(dir=folder, prefix="..2026_"))
    dated.chmod(0o755)
    for name, value in files.items():
        write_file(dated / name, value, mode, group)
    fresh = folder / "..data_tmp"
    fresh.symlink_to(dated.name)
    os.replace(fresh, data)
    for name in files:
        if not (folder / name).is_symlink():
            (folder / name).symlink_to(f"..data/{name}")
    for link in folder.iterdir():
        if link.is_symlink() and link.name[:2] != ".." and link.name not in files:
            link.unlink()
    if old:
        shutil.rmtree(old)


def write_file(path: Path, value: bytes, mode: int, group: int | None) -> None:
    """fsGroup gives the group the file and the right to read it."""
    path.write_bytes(value)
    if group is not None:
        os.chown(path, 0, group)
        mode |= 0o040
    path.chmod(mode)
