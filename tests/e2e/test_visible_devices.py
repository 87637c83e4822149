# SPDX-License-Identifier: Apache-2.0
"""Cards taken without a request are told, whichever way the pod reaches for them, and by kubectl debug too."""

import pytest

import pods

by_env = {"containers": [{"name": "main", "image": "none", "env": [{"name": "NVIDIA_VISIBLE_DEVICES", "value": "all"}]}]}
by_mig_env = {"containers": [{"name": "main", "image": "none", "env": [{"name": "NVIDIA_MIG_CONFIG_DEVICES", "value": "all"}]}]}
mounted = [{"name": "main", "image": "none", "volumeMounts": [{"name": "card", "mountPath": "/dev/nvidia0"}]}]
by_host_path = {"containers": mounted, "volumes": [{"name": "card", "hostPath": {"path": "/dev/nvidia0"}}]}


@pytest.mark.parametrize("spec", [by_env, by_mig_env, by_host_path], ids=["env", "mig-env", "host-path"])
def test_a_pod_without_gpus_that_reaches_for_cards_is_warned(team, spec):
    done = team.apply({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "reaching"}, "spec": spec})
    assert done.returncode == 0 and "Warning: [visible-devices]" in done.stderr


def test_no_card_is_no_fault(team):
    manifest = pods.pod("web")
    manifest["spec"]["containers"][0]["env"] = [{"name": "NVIDIA_VISIBLE_DEVICES", "value": "void"}]
    assert team.apply(manifest).stderr == ""


@pytest.mark.parametrize("manifest", [pods.gpu_pod("target", "share"), pods.pod("target")], ids=["gpu-pod", "plain-pod"])
def test_kubectl_debug_with_all_cards_in_its_environment_is_warned(team, manifest):
    team.must_apply(manifest)
    team.wait_bound("target")
    done = team.run("debug", "target", "--image=none", "--profile=general", "--container=debugger", "--env=NVIDIA_VISIBLE_DEVICES=all")
    assert done.returncode == 0 and "Warning: [visible-devices]" in done.stderr
