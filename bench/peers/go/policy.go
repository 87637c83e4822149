// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

const (
	gpu   = "nvidia.com/gpu"
	label = "slicegate.dev/gpu"
	pool  = "slicegate.dev/pool"
)

func slices(pod *corev1.Pod) (count int64) {
	for _, container := range pod.Spec.Containers {
		quantity := container.Resources.Limits[gpu]
		count += quantity.Value()
	}
	return count
}

func violation(pod *corev1.Pod) string {
	count, access := slices(pod), pod.Labels[label]
	switch {
	case count == 0:
		return ""
	case count > 1:
		return fmt.Sprintf("asks for %d slices of %s; a pod may have 1", count, gpu)
	case access == "":
		return fmt.Sprintf("label %s is missing: say share or dedicate", label)
	case access != "share" && access != "dedicate":
		return fmt.Sprintf("label %s: %q is neither share nor dedicate", label, access)
	}
	return ""
}

func place(pod *corev1.Pod) {
	if slices(pod) == 0 {
		return
	}
	if pod.Spec.Affinity == nil {
		pod.Spec.Affinity = &corev1.Affinity{}
	}
	if pod.Labels[label] == "dedicate" {
		placeDedicated(pod)
	} else {
		keepOffDedicated(pod.Spec.Affinity)
	}
}

func placeDedicated(pod *corev1.Pod) {
	if pod.Spec.NodeSelector == nil {
		pod.Spec.NodeSelector = map[string]string{}
	}
	pod.Spec.NodeSelector[pool] = "dedicated"
	affinity := pod.Spec.Affinity
	if affinity.PodAntiAffinity == nil {
		affinity.PodAntiAffinity = &corev1.PodAntiAffinity{}
	}
	required := &affinity.PodAntiAffinity.RequiredDuringSchedulingIgnoredDuringExecution
	*required = append(*required, corev1.PodAffinityTerm{
		LabelSelector: &metav1.LabelSelector{
			MatchExpressions: []metav1.LabelSelectorRequirement{{Key: label, Operator: metav1.LabelSelectorOpExists}},
		},
		NamespaceSelector: &metav1.LabelSelector{},
		TopologyKey:       "kubernetes.io/hostname",
	})
}

func keepOffDedicated(affinity *corev1.Affinity) {
	if affinity.NodeAffinity == nil {
		affinity.NodeAffinity = &corev1.NodeAffinity{}
	}
	required := &affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution
	if *required == nil {
		*required = &corev1.NodeSelector{NodeSelectorTerms: []corev1.NodeSelectorTerm{{}}}
	}
	terms := (*required).NodeSelectorTerms
	for i := range terms {
		terms[i].MatchExpressions = append(terms[i].MatchExpressions, corev1.NodeSelectorRequirement{
			Key: pool, Operator: corev1.NodeSelectorOpNotIn, Values: []string{"dedicated"},
		})
	}
}
