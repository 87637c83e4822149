# SPDX-License-Identifier: Apache-2.0
"""Changes to what is installed, made as the documentation says: in the manifests, applied again."""

import contextlib
import json

import yaml

from cluster import wait_until


system = ("-n", "slicegate-system")


def write_policy(cluster, text: str) -> None:
    change = json.dumps({"data": {"policy.yaml": text}})
    cluster.must_kubectl(*system, "patch", "configmap", "slicegate-policy", "--type=merge", "-p", change)


def roll_out(cluster, *change: str) -> list:
    """New replicas for old, by a restart or by what `change` says to kubectl; the old ones, once they have ended."""
    old = list(cluster.kubelet.replicas.values())
    cluster.must_kubectl(*system, *(change or ("rollout", "restart", "deployment/slicegate")))
    cluster.must_kubectl(*system, "rollout", "status", "deployment/slicegate", "--timeout=90s")
    wait_until("the old replicas to end", lambda: all(not replica.thread.is_alive() for replica in old), 90)
    return old


@contextlib.contextmanager
def installed_with(cluster, spec: dict, components: tuple[str, ...] = ()):
    """slicegate with these fields in the policy's spec and these components; at the end it is again as shipped."""
    policy = cluster.folder / "manifests/base/policy.yaml"
    overlay = cluster.folder / "manifests/overlays/own-ca/kustomization.yaml"
    shipped = {path: path.read_text() for path in (policy, overlay)}
    whole = yaml.safe_load(shipped[policy])
    policy.write_text(yaml.safe_dump(whole | {"spec": whole["spec"] | spec}))
    chosen = {"components": [f"../../components/{name}" for name in components]}
    overlay.write_text(yaml.safe_dump(yaml.safe_load(shipped[overlay]) | chosen))
    try:
        apply_again(cluster)
        yield
    finally:
        for path, text in shipped.items():
            path.write_text(text)
        apply_again(cluster)


def apply_again(cluster) -> None:
    cluster.must_kubectl("apply", "-k", str(cluster.folder / "manifests/overlays/own-ca"))
    roll_out(cluster)
    cluster.wait_for_slicegate()


def installed_by_command(cluster, *words: str) -> None:
    """`slicegate install` with these options; over an installation that stands, its renewal. kubectl's warnings are faults."""
    shown = cluster.run_kubectl("get", "validatingwebhookconfiguration", "slicegate", "-o", "json")
    renewal = ("--renew", "-") if shown.returncode == 0 else ()
    text = cluster.must_run("install", *words, *renewal, input=shown.stdout)
    done = cluster.run_kubectl("apply", "-f", "-", input=text)
    if done.returncode or done.stderr:
        raise RuntimeError(f"slicegate install {' '.join(words)} | kubectl apply -f -:\n{done.stdout}{done.stderr}")
    cluster.wait_for_slicegate()


def remove(cluster) -> None:
    """Everything of slicegate's, the registrations first, as the documentation says."""
    kinds = ("validatingwebhookconfiguration,mutatingwebhookconfiguration",
             "mutatingadmissionpolicy,mutatingadmissionpolicybinding")
    for each in kinds:
        cluster.must_kubectl("delete", each, "slicegate", "--ignore-not-found")
    cluster.must_kubectl("delete", "namespace", "slicegate-system", "--ignore-not-found", "--timeout=60s")


@contextlib.contextmanager
def api_server_with(cluster, *arguments: str):
    """The API server with further arguments; at the end it is again as it was."""
    restart_with(cluster, arguments)
    try:
        yield
    finally:
        restart_with(cluster, ())
        cluster.wait_for_slicegate()


def restart_with(cluster, arguments: tuple[str, ...]) -> None:
    """The controllers and the scheduler too: their watches wait ever longer, up to a minute, when the API server goes repeatedly."""
    cluster.further_arguments = arguments
    cluster.restart_api_server()
    cluster.start_controllers()


def admission_configuration(cluster, **plugins: dict) -> str:
    """The argument for an AdmissionConfiguration with these plugins' configurations."""
    path = cluster.folder / "admission.yaml"
    path.write_text(yaml.safe_dump({"apiVersion": "apiserver.config.k8s.io/v1", "kind": "AdmissionConfiguration",
                                    "plugins": [{"name": name, "configuration": value} for name, value in plugins.items()]}))
    return f"--admission-control-config-file={path}"
