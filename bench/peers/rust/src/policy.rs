// SPDX-License-Identifier: Apache-2.0
use k8s_openapi::api::core::v1::{Container, NodeSelectorRequirement, NodeSelectorTerm, Pod};
use k8s_openapi::api::core::v1::{PodAffinityTerm, PodAntiAffinity};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::{LabelSelector, LabelSelectorRequirement};
use serde_json::{Value, json};

const GPU: &str = "nvidia.com/gpu";
const LABEL: &str = "slicegate.dev/gpu";
const POOL: &str = "slicegate.dev/pool";

fn slices(container: &Container) -> u64 {
    container
        .resources
        .as_ref()
        .and_then(|resources| resources.limits.as_ref())
        .and_then(|limits| limits.get(GPU))
        .and_then(|quantity| quantity.0.parse().ok())
        .unwrap_or(0)
}

fn pod_slices(pod: &Pod) -> u64 {
    pod.spec.as_ref().map_or(0, |spec| spec.containers.iter().map(slices).sum())
}

fn access(pod: &Pod) -> Option<&str> {
    pod.metadata.labels.as_ref().and_then(|labels| labels.get(LABEL)).map(String::as_str)
}

pub fn violation(pod: &Pod) -> Option<String> {
    match (pod_slices(pod), access(pod)) {
        (0, _) => None,
        (1, Some("share" | "dedicate")) => None,
        (1, Some(other)) => Some(format!("label {LABEL}: \"{other}\" is neither share nor dedicate")),
        (1, None) => Some(format!("label {LABEL} is missing: say share or dedicate")),
        (count, _) => Some(format!("asks for {count} slices of {GPU}; a pod may have 1")),
    }
}

fn term(label: &str) -> PodAffinityTerm {
    PodAffinityTerm {
        label_selector: Some(LabelSelector {
            match_expressions: Some(vec![LabelSelectorRequirement {
                key: label.into(),
                operator: "Exists".into(),
                values: None,
            }]),
            match_labels: None,
        }),
        namespace_selector: Some(LabelSelector::default()),
        topology_key: "kubernetes.io/hostname".into(),
        ..PodAffinityTerm::default()
    }
}

fn keep_off_dedicated() -> NodeSelectorTerm {
    NodeSelectorTerm {
        match_expressions: Some(vec![NodeSelectorRequirement {
            key: POOL.into(),
            operator: "NotIn".into(),
            values: Some(vec!["dedicated".into()]),
        }]),
        match_fields: None,
    }
}

// The pod as it ought to be; what differs becomes the patch, which is how typed webhooks do it.
pub fn patch(pod: &Pod) -> serde_json::Result<json_patch::Patch> {
    let before: Value = serde_json::to_value(pod)?;
    let mut wanted = pod.clone();
    if pod_slices(pod) == 0 {
        return Ok(json_patch::Patch(Vec::new()));
    }
    let spec = wanted.spec.get_or_insert_default();
    if access(pod) == Some("dedicate") {
        spec.node_selector.get_or_insert_default().insert(POOL.into(), "dedicated".into());
        let affinity = spec.affinity.get_or_insert_default();
        let anti: &mut PodAntiAffinity = affinity.pod_anti_affinity.get_or_insert_default();
        anti.required_during_scheduling_ignored_during_execution.get_or_insert_default().push(term(LABEL));
    } else {
        let affinity = spec.affinity.get_or_insert_default();
        let required = affinity
            .node_affinity
            .get_or_insert_default()
            .required_during_scheduling_ignored_during_execution
            .get_or_insert_default();
        if required.node_selector_terms.is_empty() {
            required.node_selector_terms.push(NodeSelectorTerm::default());
        }
        let wanted = keep_off_dedicated().match_expressions.unwrap_or_default();
        for term in &mut required.node_selector_terms {
            term.match_expressions.get_or_insert_default().extend(wanted.clone());
        }
    }
    let after = serde_json::to_value(&wanted).unwrap_or(json!(null));
    Ok(json_patch::diff(&before, &after))
}
