# SPDX-License-Identifier: Apache-2.0
"""The reviews that are sent, made from a sample that a real API server wrote."""

import copy
import json
import sys
from pathlib import Path

sample = Path(__file__).resolve().parents[2] / "tests/samples/dedicated.json"
label = "slicegate.dev/gpu"
placement = {   # what a mutator adds to a dedicated pod; a validator demands it
    "nodeSelector": {"slicegate.dev/pool": "dedicated"},
    "affinity": {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [
        {"labelSelector": {"matchExpressions": [{"key": label, "operator": "Exists"}]}, "namespaceSelector": {},
         "topologyKey": "kubernetes.io/hostname"}]}},
}


def realistic() -> dict:
    """5 KB: the sample with what pods of a model server usually have besides."""
    review = json.loads(sample.read_text())
    container = review["request"]["object"]["spec"]["containers"][0]
    container["ports"] = [{"name": "http", "containerPort": 8000, "protocol": "TCP"}]
    container["env"] = [{"name": f"SERVICE_SETTING_{index}", "value": f"value-of-setting-{index}"} for index in range(6)]
    container["env"].append({"name": "POD_IP", "valueFrom": {"fieldRef": {"apiVersion": "v1", "fieldPath": "status.podIP"}}})
    for probe in ("livenessProbe", "readinessProbe"):
        container[probe] = {"httpGet": {"path": "/health", "port": "http", "scheme": "HTTP"}, "timeoutSeconds": 1,
                            "periodSeconds": 10, "successThreshold": 1, "failureThreshold": 3}
    return review


def dedicated() -> dict:
    return realistic()


def shared() -> dict:
    review = realistic()
    review["request"]["object"]["metadata"]["labels"][label] = "share"
    return review


def placed() -> dict:
    """The dedicated pod after its mutation."""
    review = realistic()
    spec = review["request"]["object"]["spec"]
    spec["nodeSelector"] |= placement["nodeSelector"]
    terms = spec["affinity"]["podAntiAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"]
    terms += copy.deepcopy(placement["affinity"]["podAntiAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"])
    return review


def refused() -> dict:
    review = placed()
    resources = review["request"]["object"]["spec"]["containers"][0]["resources"]
    resources["limits"]["nvidia.com/gpu"] = resources["requests"]["nvidia.com/gpu"] = "2"
    return review


def without_gpu() -> dict:
    review = realistic()
    pod = review["request"]["object"]
    del pod["metadata"]["labels"][label]
    for amounts in pod["spec"]["containers"][0]["resources"].values():
        amounts.pop("nvidia.com/gpu")
    return review


def small() -> dict:
    review = placed()
    pod, container = review["request"]["object"], review["request"]["object"]["spec"]["containers"][0]
    pod["metadata"] = {"name": "small", "labels": {label: "dedicate"}}
    pod["spec"] = {"containers": [{key: container[key] for key in ("name", "image", "resources")}], **copy.deepcopy(placement)}
    return review


def with_long_env(count: int) -> dict:
    review = placed()
    env = review["request"]["object"]["spec"]["containers"][0]["env"]
    env += [{"name": f"GENERATED_{index}", "value": f"{index:070}"} for index in range(count)]
    return review


def escaped(megabytes: float) -> bytes:
    """An API server writes < as six bytes, so a pod of 3 MB can become a review of 17 MB."""
    review = placed()
    env = review["request"]["object"]["spec"]["containers"][0]["env"]
    env.append({"name": "TEMPLATE", "value": "@"})
    return compact(review).replace(b'"@"', b'"' + b"\\u003c" * int(megabytes * 1e6 / 6) + b'"')


def compact(review: dict) -> bytes:
    return json.dumps(review, separators=(",", ":"), ensure_ascii=False).encode()


def bodies() -> dict[str, bytes]:
    return {
        "placed": compact(placed()),
        "refused": compact(refused()),
        "without-gpu": compact(without_gpu()),
        "dedicated": compact(dedicated()),
        "shared": compact(shared()),
        "small": compact(small()),
        "200KB": compact(with_long_env(1820)),
        "1.7MB": escaped(1.7),
        "17MB": escaped(17),
    }


def write_bodies(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, body in bodies().items():
        (folder / f"{name}.json").write_bytes(body)


if __name__ == "__main__":
    write_bodies(Path(sys.argv[1]))
