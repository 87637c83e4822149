// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/error.hpp"

#include <string_view>

namespace slicegate::policy {

namespace json {
class Reader;
}

enum class Operation { create, update, delete_, connect };

// One AdmissionReview request. Views into the body or the reader's buffer; objects undecoded, as they stand.
struct Review {
    std::string_view api_version;  // admission.k8s.io/v1 or v1beta1, answered in kind
    std::string_view uid;
    std::string_view group;  // of the object's kind; empty for core
    std::string_view kind;
    std::string_view sub_resource;
    std::string_view name;  // empty for generateName on CREATE
    std::string_view namespace_;
    std::string_view user;
    std::string_view operation_text;
    std::string_view object;      // empty where null or missing
    std::string_view old_object;  // likewise
    Operation operation = Operation::create;
    bool dry_run = false;

    [[nodiscard]] bool is_pod() const { return group.empty() && kind == "Pod"; }
};

// Source: k8s.io/api admission/v1 types.go. Unknown fields are passed over, of equal keys the last one
// counts. Error: Errc::not_a_review with the JSON path.
[[nodiscard]] Result<Review> parse_review(std::string& body, json::Reader& reader);

}  // namespace slicegate::policy
