// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/json.hpp"

#include <optional>
#include <string_view>

namespace slicegate::policy {

namespace json {
class Reader;
}

enum class Operation { create, update, delete_, connect };

// An object of a review: its text as it stands, unless somebody has taken it on the way.
struct RawObject {
    std::string_view text;  // empty where null, missing or taken
    bool is_taken = false;
};

// One AdmissionReview request. Views into the body or the reader's buffer.
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
    RawObject object;
    RawObject old_object;
    std::optional<Operation> operation;  // one of them, once the whole review is read
    bool dry_run = false;

    [[nodiscard]] bool is_pod() const { return group.empty() && kind == "Pod"; }
};

// Is offered the objects of a review where they stand.
class ObjectTaker {
public:
    ObjectTaker() = default;
    ObjectTaker(ObjectTaker const&) = delete;
    ObjectTaker& operator=(ObjectTaker const&) = delete;
    virtual ~ObjectTaker() = default;

    enum class Which { now, old };

    // `so_far`: what the review has said until here. False: the value is left as it was. An error ends the
    // reading.
    [[nodiscard]] virtual Result<bool> take(Review const& so_far, Which which, json::Value& value) = 0;
};

// Source: k8s.io/api admission/v1 types.go. Unknown fields are passed over, of equal keys the last one
// counts. Error: Errc::not_a_review with the JSON path, or what the taker says.
[[nodiscard]] Result<Review>
parse_review(std::string& body, json::Reader& reader, ObjectTaker* taker = nullptr);

}  // namespace slicegate::policy
