// SPDX-License-Identifier: Apache-2.0
// What the tests of the pipe share: manifests in, reviews as kube-apiserver wraps them, answers parsed.
#pragma once

#include "policy/admit.hpp"
#include "policy/policy.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace slicegate::policy::test {

using json = nlohmann::json;

// Each document of a YAML text, its scalars taken as kubectl takes them.
[[nodiscard]] std::vector<json> parse_documents(std::string const& yaml);
[[nodiscard]] json parse_document(std::string const& yaml);

[[nodiscard]] std::string read_text(std::string const& path);

// Under tests/policy/ of the source tree.
[[nodiscard]] std::string source_path(std::string_view relative);

struct Request {
    json object;
    json old = nullptr;
    std::string operation = "CREATE";
    std::string user = "jane";
    std::string sub_resource;
    std::string api_version = "admission.k8s.io/v1";
};

// The envelope's fields and order are those of kube-apiserver v1.36; see data/samples.
[[nodiscard]] nlohmann::ordered_json review_of(Request const& request);
[[nodiscard]] std::string review_for(Request const& request);

// An answer of HTTP 200, or none.
struct Response {
    unsigned http_status = 0;
    std::string raw;
    json body;

    [[nodiscard]] json const& response() const { return body.at("response"); }
    [[nodiscard]] bool is_allowed() const { return response().at("allowed").get<bool>(); }
    [[nodiscard]] std::string message() const;
    [[nodiscard]] std::vector<std::string> warnings() const;
    [[nodiscard]] json patch() const;  // an empty list where there is none
};

// admit() with a fresh Scratch; checks what holds for every answer.
[[nodiscard]] Response ask(std::string body, Stage stage, Policy const& policy);
[[nodiscard]] Response ask(Request const& request, Stage stage, Policy const& policy);

// The lines of one rule in a refusal: its [id] lines, why and fix. Empty where the rule is not there.
[[nodiscard]] std::string block_of(std::string const& message, std::string_view rule);

[[nodiscard]] std::string decode_base64(std::string_view text);

// A shared pool and a reserved dedicated one, one slice a pod.
[[nodiscard]] Policy reference_policy();

// A policy file of the lines below `spec:`.
[[nodiscard]] Policy policy_of(std::string const& spec);

}  // namespace slicegate::policy::test
