# SPDX-License-Identifier: Apache-2.0
"""Many manifests, all different and all good: pods and templates as teams write them, from 0.5 to 3 KB each."""

from pathlib import Path

definitions = {
    "Pod": "io.k8s.api.core.v1.Pod",
    "Deployment": "io.k8s.api.apps.v1.Deployment",
    "CronJob": "io.k8s.api.batch.v1.CronJob",
    "ConfigMap": "io.k8s.api.core.v1.ConfigMap",
}


def container(number: int, variables: int) -> str:
    environment = "".join(f"\n  - {{name: SETTING_{i}, value: \"{number * 31 + i}\"}}" for i in range(variables))
    return f"""
- name: server
  image: models.example/models/llm-{number}:1.{number % 40}
  args: [--model, /models/llm-{number}, --port, "8000", --gpu-memory-utilization, "0.2"]
  env:{environment}
  ports: [{{containerPort: 8000, name: http}}]
  readinessProbe: {{httpGet: {{path: /health, port: http}}, periodSeconds: 5}}
  resources:
    requests: {{cpu: "{1 + number % 8}", memory: {4 + number % 60}Gi}}
    limits: {{memory: {4 + number % 60}Gi, nvidia.com/gpu: 1}}
  volumeMounts: [{{name: models, mountPath: /models, readOnly: true}}]"""


def pod_spec(number: int) -> str:
    return f"""containers:{container(number, 5 + number % 30)}
volumes: [{{name: models, persistentVolumeClaim: {{claimName: models-{number % 7}}}}}]
tolerations: [{{key: nvidia.com/gpu, operator: Exists, effect: NoSchedule}}]"""


def indented(text: str, depth: int) -> str:
    return text.replace("\n", "\n" + " " * depth)


def template(number: int, depth: int) -> str:
    return indented(f"""metadata:
  labels: {{app: llm-{number}, slicegate.dev/gpu: share}}
spec:
  {indented(pod_spec(number), 2)}""", depth)


def pod(number: int) -> str:
    return f"""apiVersion: v1
kind: Pod
metadata: {{name: llm-{number}, namespace: team-{number % 20}, labels: {{slicegate.dev/gpu: share}}}}
spec:
  {indented(pod_spec(number), 2)}
"""


def deployment(number: int) -> str:
    return f"""apiVersion: apps/v1
kind: Deployment
metadata: {{name: llm-{number}, namespace: team-{number % 20}}}
spec:
  replicas: {1 + number % 5}
  selector: {{matchLabels: {{app: llm-{number}}}}}
  template:
    {template(number, 4)}
"""


def cron_job(number: int) -> str:
    return f"""apiVersion: batch/v1
kind: CronJob
metadata: {{name: train-{number}, namespace: team-{number % 20}}}
spec:
  schedule: "{number % 60} 3 * * *"
  jobTemplate:
    spec:
      template:
        {indented(template(number, 8), 0)}
          restartPolicy: Never
"""


def config_map(number: int) -> str:
    lines = "".join(f"\n  setting-{i}: value {number * 17 + i}" for i in range(5 + number % 40))
    return f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: settings-{number}}}\ndata:{lines}\n"


def write_manifests(count: int, folder: Path) -> int:
    """One file each, four kinds in turn. Returns their bytes together."""
    kinds = (pod, deployment, cron_job, config_map)
    total = 0
    for number in range(count):
        if number % 500 == 0:
            part = folder / f"part-{number // 500}"
            part.mkdir()
        total += (part / f"{number}.yaml").write_text(kinds[number % len(kinds)](number))
    return total
