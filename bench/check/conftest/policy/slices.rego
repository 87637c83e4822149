# SPDX-License-Identifier: Apache-2.0
# The rule single-slice alone, as a team writes it for conftest. slicegate check judges by its other rules too.
package main

import rego.v1

pod_specs contains input.spec if input.kind == "Pod"

pod_specs contains input.spec.template.spec if input.kind in {"Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "Job"}

pod_specs contains input.spec.jobTemplate.spec.template.spec if input.kind == "CronJob"

slices(spec) := sum([to_number(amount) |
	some container in spec.containers
	amount := container.resources.limits["nvidia.com/gpu"]
])

deny contains message if {
	some spec in pod_specs
	slices(spec) > 1
	message := sprintf("%s %s asks for %d slices, 1 is allowed", [input.kind, input.metadata.name, slices(spec)])
}
