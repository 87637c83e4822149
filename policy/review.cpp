// SPDX-License-Identifier: Apache-2.0
#include "policy/review.hpp"

#include "policy/json_depth.hpp"
#include "policy/json_reader.hpp"
#include "policy/text.hpp"

#include <optional>
#include <string>

namespace slicegate::policy {
namespace {

using json::Place;
using json::Value;

struct Envelope {
    Review review;
    std::string_view document_kind;
    ObjectTaker* taker;
};

Error not_a_review(std::string_view place, std::string_view what)
{
    return {Errc::not_a_review, std::string(place) + ": " + std::string(what)};
}

Result<void> read_kind(Review& review, Place const& place, Value& value)
{
    review.group = review.kind = {};
    return json::for_each_field(place, value, [&](auto key, Value& child, Place const& at) -> Result<void> {
        if (key == "group")
            return json::read_string_into(review.group, at, child);
        if (key == "kind")
            return json::read_string_into(review.kind, at, child);
        return {};
    });
}

Result<void> read_user(Review& review, Place const& place, Value& value)
{
    review.user = {};
    return json::for_each_field(place, value, [&](auto key, Value& child, Place const& at) -> Result<void> {
        return key == "username" ? json::read_string_into(review.user, at, child) : Result<void>{};
    });
}

Result<void>
read_object(RawObject& target, ObjectTaker::Which which, Place const& place, Value& value, Envelope& envelope)
{
    target = {};
    auto const kind = json::kind_of(place, value);
    if (envelope.taker != nullptr && kind && *kind == json::Kind::object) {
        auto const taken = envelope.taker->take(envelope.review, which, value);
        if (!taken)
            return taken.error();
        target.is_taken = *taken;
        if (*taken)
            return {};
    }
    auto const text = json::read_raw_object(place, value);
    if (!text)
        return text.error();
    target.text = *text;
    return {};
}

std::optional<Operation> parse_operation(std::string_view text)
{
    if (text == "CREATE")
        return Operation::create;
    if (text == "UPDATE")
        return Operation::update;
    if (text == "DELETE")
        return Operation::delete_;
    if (text == "CONNECT")
        return Operation::connect;
    return std::nullopt;
}

Result<void> read_operation(Review& review, Place const& place, Value& value)
{
    auto const done = json::read_string_into(review.operation_text, place, value);
    review.operation = parse_operation(review.operation_text);
    return done;
}

Result<void> read_dry_run(Review& review, Place const& place, Value& value)
{
    auto const dry_run = json::read_bool(place, value);
    if (!dry_run)
        return dry_run.error();
    review.dry_run = *dry_run;
    return {};
}

Result<void> read_request_field(Envelope& envelope, std::string_view key, Value& value, Place const& at)
{
    Review& review = envelope.review;
    if (key == "uid")
        return json::read_string_into(review.uid, at, value);
    if (key == "kind")
        return read_kind(review, at, value);
    if (key == "subResource")
        return json::read_string_into(review.sub_resource, at, value);
    if (key == "name")
        return json::read_string_into(review.name, at, value);
    if (key == "namespace")
        return json::read_string_into(review.namespace_, at, value);
    if (key == "operation")
        return read_operation(review, at, value);
    if (key == "userInfo")
        return read_user(review, at, value);
    if (key == "object")
        return read_object(review.object, ObjectTaker::Which::now, at, value, envelope);
    if (key == "oldObject")
        return read_object(review.old_object, ObjectTaker::Which::old, at, value, envelope);
    return key == "dryRun" ? read_dry_run(review, at, value) : Result<void>{};
}

// A second "request" replaces the first one whole.
Result<void> read_request(Envelope& envelope, Place const& place, Value& value)
{
    envelope.review = Review{.api_version = envelope.review.api_version};
    return json::for_each_field(place, value, [&](auto key, Value& child, Place const& at) -> Result<void> {
        return read_request_field(envelope, key, child, at);
    });
}

Result<Review> check(Envelope const& envelope)
{
    Review const& review = envelope.review;
    if (envelope.document_kind != "AdmissionReview")
        return not_a_review("kind", "must be AdmissionReview");
    if (review.api_version != "admission.k8s.io/v1" && review.api_version != "admission.k8s.io/v1beta1")
        return not_a_review("apiVersion", "must be admission.k8s.io/v1 or admission.k8s.io/v1beta1");
    if (review.uid.empty())
        return not_a_review("request.uid", "is missing");
    if (review.kind.empty())
        return not_a_review("request.kind.kind", "is missing");
    if (!review.operation)
        return not_a_review(
            "request.operation",
            "must be CREATE, UPDATE, DELETE or CONNECT, is \"" + shown(review.operation_text) + '"');
    return review;
}

}  // namespace

Result<Review> parse_review(std::string& body, json::Reader& reader, ObjectTaker* taker)
{
    if (is_deeper_than(body, max_json_depth))
        return not_a_review("body", "is nested deeper than " + std::to_string(max_json_depth) + " levels");
    if (body.capacity() < body.size() + simdjson::SIMDJSON_PADDING)
        body.reserve(body.size() + simdjson::SIMDJSON_PADDING);
    Envelope envelope{.review = {}, .document_kind = {}, .taker = taker};
    auto const read_field = [&](auto key, Value& value, Place const& at) -> Result<void> {
        if (key == "kind")
            return json::read_string_into(envelope.document_kind, at, value);
        if (key == "apiVersion")
            return json::read_string_into(envelope.review.api_version, at, value);
        if (key == "request")
            return read_request(envelope, at, value);
        return {};
    };
    if (auto const done = reader.read_object(body, body.capacity(), read_field); !done)
        return Error{Errc::not_a_review, done.error().message};
    return check(envelope);
}

}  // namespace slicegate::policy
