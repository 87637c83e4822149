// SPDX-License-Identifier: Apache-2.0
// The webhook that one writes in Rust instead of taking slicegate: axum, rustls, kube-core's typed review and Pod.
// Its policy is slicegate's in small: one slice a pod, a label to get GPUs, and the placement of a dedicated pod.
mod policy;

use axum::{Json, Router, extract::DefaultBodyLimit, routing::get, routing::post};
use axum_server::tls_rustls::RustlsConfig;
use k8s_openapi::api::core::v1::Pod;
use kube_core::admission::{AdmissionRequest, AdmissionResponse, AdmissionReview};
use std::{env, net::SocketAddr};

type Review = AdmissionReview<Pod>;

async fn validate(Json(review): Json<Review>) -> Json<AdmissionReview<kube_core::DynamicObject>> {
    answer(review, |pod, response| match policy::violation(pod) {
        Some(message) => response.deny(message),
        None => response,
    })
}

async fn mutate(Json(review): Json<Review>) -> Json<AdmissionReview<kube_core::DynamicObject>> {
    answer(review, |pod, response| match policy::violation(pod) {
        Some(message) => response.deny(message),
        None => match policy::patch(pod) {
            Ok(patch) if patch.0.is_empty() => response,
            Ok(patch) => response.with_patch(patch).unwrap_or_else(AdmissionResponse::invalid),
            Err(error) => AdmissionResponse::invalid(error),
        },
    })
}

fn answer(
    review: Review,
    decide: impl FnOnce(&Pod, AdmissionResponse) -> AdmissionResponse,
) -> Json<AdmissionReview<kube_core::DynamicObject>> {
    let request: AdmissionRequest<Pod> = match review.try_into() {
        Ok(request) => request,
        Err(error) => return Json(AdmissionResponse::invalid(error).into_review()),
    };
    let response = AdmissionResponse::from(&request);
    match &request.object {
        Some(pod) => Json(decide(pod, response).into_review()),
        None => Json(response.into_review()),
    }
}

#[tokio::main(worker_threads = 2)]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = env::args().collect();
    let [_, address, certificate, key] = arguments.as_slice() else {
        return Err("usage: slicegate-bench-peer ADDRESS CERTIFICATE KEY".into());
    };
    let address: SocketAddr = address.parse()?;
    let tls = RustlsConfig::from_pem_file(certificate, key).await?;
    let app = Router::new()
        .route("/healthz", get(|| async { "ok" }))
        .route("/validate", post(validate))
        .route("/mutate", post(mutate))
        .layer(DefaultBodyLimit::max(32 * 1024 * 1024));
    axum_server::bind_rustls(address, tls).serve(app.into_make_service()).await?;
    Ok(())
}
