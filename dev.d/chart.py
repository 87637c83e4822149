# SPDX-License-Identifier: Apache-2.0
"""Brings what the Helm chart has word for word from the kustomize manifests into its files/, since helm reads nothing outside of
the chart's folder. --check changes nothing, names what differs and ends with 1 if anything does."""
import pathlib
import sys

MANIFESTS = pathlib.Path(__file__).resolve().parents[1] / "manifests"
SOURCES = {
    "mutating-webhook.yaml": "base/mutating-webhook.yaml",
    "validating-webhook.yaml": "base/validating-webhook.yaml",
    "certificates.yaml": "overlays/cert-manager/certificates.yaml",
    "audit-only.yaml": "components/audit-only/policy.yaml",
    "further-kinds.yaml": "components/further-kinds/hook.yaml",
    "binding-policy.yaml": "components/hardened/binding-policy.yaml",
    "pod-monitor.yaml": "components/monitoring/pod-monitor.yaml",
    "rules.yaml": "components/monitoring/rules.yaml",
    "dashboard.json": "components/monitoring/dashboard.json",
}


def main():
    folder = MANIFESTS / "chart/files"
    folder.mkdir(exist_ok=True)
    stale = [name for name, source in SOURCES.items()
             if not (folder / name).exists() or (folder / name).read_bytes() != (MANIFESTS / source).read_bytes()]
    stray = sorted(file.name for file in folder.iterdir() if file.name not in SOURCES)
    if "--check" in sys.argv[1:]:
        found = [f"manifests/chart/files/{name} differs from manifests/{SOURCES[name]}; run ./dev chart" for name in stale]
        found += [f"manifests/chart/files/{name} is no copy of anything; run ./dev chart" for name in stray]
        print(*found, sep="\n", end="\n" if found else "")
        return 1 if found else 0
    for name in stale:
        (folder / name).write_bytes((MANIFESTS / SOURCES[name]).read_bytes())
        print(f"manifests/chart/files/{name}")
    for name in stray:
        (folder / name).unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
