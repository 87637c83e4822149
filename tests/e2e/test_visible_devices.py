# SPDX-License-Identifier: Apache-2.0
"""Cards taken without a request are told, whichever way the pod reaches for them, and by kubectl debug too."""

import pytest

import pods

by_env = {"containers": [{"name": "main", "image": "none", "env": [{"name": "NVIDIA_VISIBLE_DEVICES", "value": "all"}]}]}
by_mig_env = {"containers": [{"name": "main", "image": "none", "env": [{"name": "NVIDIA_MIG_CONFIG_DEVICES", "value": "all"}]}]}
old_image = {"containers": [{"name": "main", "image": "none", "env": [{"name": "CUDA_VERSION", "value": "8.0"}]}]}
by_swarm = {"containers": [{"name": "main", "image": "none", "env": [{"name": "DOCKER_RESOURCE_GPU", "value": "all"}]}]}
keys = {"prefix": "NVIDIA_", "configMapRef": {"name": "cards"}}
by_env_from = {"containers": [{"name": "main", "image": "none", "envFrom": [keys]}]}
mounted = [{"name": "main", "image": "none", "volumeMounts": [{"name": "card", "mountPath": "/dev/nvidia0"}]}]
by_host_path = {"containers": mounted, "volumes": [{"name": "card", "hostPath": {"path": "/dev//nvidia0"}}]}


@pytest.mark.parametrize("spec", [by_env, by_mig_env, old_image, by_swarm, by_env_from, by_host_path],
                         ids=["env", "mig-env", "old-image", "swarm", "env-from", "host-path"])
def test_a_pod_without_gpus_that_reaches_for_cards_is_warned(team, spec):
    done = team.apply({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "reaching"}, "spec": spec})
    assert done.returncode == 0 and "Warning: [visible-devices]" in done.stderr


def test_a_cdi_annotation_beside_a_request_is_warned(team):
    manifest = pods.gpu_pod("reaching", "share")
    manifest["metadata"]["annotations"] = {"nvidia.cdi.k8s.io/container.main": "nvidia.com/gpu=all"}
    assert "Warning: [visible-devices] metadata.annotations" in team.apply(manifest).stderr


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
