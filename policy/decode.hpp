// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/admit.hpp"
#include "policy/json_reader.hpp"
#include "policy/review.hpp"
#include "policy/scope.hpp"
#include "policy/subjects.hpp"

#include <optional>
#include <string>

namespace slicegate::policy {

// What one body says.
struct Decoded {
    Review review;
    Policy const* policy = nullptr;  // of the review's namespace
    std::optional<Scope> scope;      // nullopt: not judged, its objects are not read
    Result<void> objects;            // Errc::bad_object where they cannot be judged
};

// Memory that one review after the other is read into.
class Decoder {
public:
    // Error: Errc::not_a_review. Views live until the next call, or the end of `body`.
    [[nodiscard]] Result<Decoded> decode(std::string& body, Stage stage, Policy const& whole_policy);

    Subjects now;
    Subjects old;  // of an update

private:
    class OnTheWay;

    [[nodiscard]] std::optional<Decoded>
    decode_on_the_way(std::string& body, Stage stage, Policy const& whole_policy);
    [[nodiscard]] Result<void> read_objects(Decoded const& decoded, std::string const& body);

    json::Reader review_reader_;
    json::Reader object_reader_;
    json::Reader old_reader_;
};

}  // namespace slicegate::policy
