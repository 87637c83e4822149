const pod = (name, labels, container, more = "") => `apiVersion: v1
kind: Pod
metadata:
  name: ${name}
  namespace: team-a
${labels}spec:
${more}  containers:
  - name: main
${container}`;

export const examples = {
  greedy: pod("half-a-card", "  labels:\n    slicegate.dev/gpu: share\n", `    image: registry.example/train:1
    resources:
      limits:
        nvidia.com/gpu: 2
`),
  unlabelled: pod("notebook", "", `    image: registry.example/jupyter:1
    resources:
      limits:
        nvidia.com/gpu: 1
`),
  dedicated: pod("train", "  labels:\n    slicegate.dev/gpu: dedicate\n", `    image: registry.example/train:1
    resources:
      limits:
        nvidia.com/gpu: 1
`),
  engine: pod("llm", "  labels:\n    slicegate.dev/gpu: share\n", `    image: vllm/vllm-openai:v0.11.0
    args: [--model, meta-llama/Llama-3.1-8B-Instruct]
    env:
    - name: NVIDIA_VISIBLE_DEVICES
      value: all
    resources:
      limits:
        nvidia.com/gpu: 1
`),
  deployment: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: search
  namespace: team-a
spec:
  replicas: 2
  selector:
    matchLabels:
      app: search
  template:
    metadata:
      labels:
        app: search
        slicegate.dev/gpu: dedicate
    spec:
      containers:
      - name: main
        image: registry.example/search:1
        resources:
          limits:
            nvidia.com/gpu: 1
`,
};
