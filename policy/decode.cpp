// SPDX-License-Identifier: Apache-2.0
#include "policy/decode.hpp"

#include "policy/parse_subjects.hpp"

#include <string_view>

namespace slicegate::policy {
namespace {

// An object is a slice of the body, behind which the rest of the body and its padding go on.
std::size_t capacity_from(std::string const& body, std::string_view slice)
{
    return body.capacity() - static_cast<std::size_t>(slice.data() - body.data());
}

Decoded begin(Review const& review, Stage stage, Policy const& whole_policy)
{
    Policy const& policy = in_namespace(whole_policy, review.namespace_);
    return {review, &policy, find_scope(review, stage, policy), boost::system::in_place_value};
}

// All that decides how an object is read.
struct Reading {
    Policy const* policy = nullptr;
    ObjectShape shape;

    [[nodiscard]] bool is_like(Reading const& other) const
    {
        return policy == other.policy && shape.kind == other.shape.kind &&
               shape.templates.data() == other.shape.templates.data();
    }
};

}  // namespace

// Takes an object as soon as it comes, by what the review has said of it until then.
class Decoder::OnTheWay final : public ObjectTaker {
public:
    OnTheWay(Decoder& decoder, Stage stage, Policy const& whole_policy)
        : decoder_{decoder}, stage_{stage}, whole_policy_{whole_policy}
    {
    }

    Result<bool> take(Review const& so_far, Which which, json::Value& value) override
    {
        bool const is_wanted = which == Which::now || so_far.operation == Operation::update;
        Policy const& policy = in_namespace(whole_policy_, so_far.namespace_);
        auto const scope = find_scope(so_far, stage_, policy);
        if (!scope || !is_wanted)
            return false;
        Reading const reading{&policy, {so_far.kind, scope->templates}};
        (which == Which::now ? now_ : old_) = reading;
        auto& subjects = which == Which::now ? decoder_.now : decoder_.old;
        if (auto const done = read_object(value, reading.shape, policy, subjects); !done)
            return done.error();
        return true;
    }

    // Whether all was taken that has to be read, and by what still holds now that the review is whole.
    [[nodiscard]] bool is_right(Decoded const& whole) const
    {
        if (!whole.scope)
            return true;
        Reading const right{whole.policy, {whole.review.kind, whole.scope->templates}};
        bool const needs_old = whole.review.operation == Operation::update;
        return whole.review.object.is_taken && now_.is_like(right) &&
               (!needs_old || (whole.review.old_object.is_taken && old_.is_like(right)));
    }

private:
    Decoder& decoder_;
    Stage stage_;
    Policy const& whole_policy_;
    Reading now_;
    Reading old_;
};

// As the API server writes it, a review says what it is of before its objects, and each once. Then one pass is
// enough; anything else, errors too, is left to decode().
std::optional<Decoded> Decoder::decode_on_the_way(std::string& body, Stage stage, Policy const& whole_policy)
{
    OnTheWay taker{*this, stage, whole_policy};
    auto const review = parse_review(body, review_reader_, &taker);
    if (!review)
        return std::nullopt;
    auto decoded = begin(*review, stage, whole_policy);
    return taker.is_right(decoded) ? std::optional(std::move(decoded)) : std::nullopt;
}

Result<Decoded> Decoder::decode(std::string& body, Stage stage, Policy const& whole_policy)
{
    if (auto decoded = decode_on_the_way(body, stage, whole_policy))
        return *std::move(decoded);
    auto const review = parse_review(body, review_reader_);
    if (!review)
        return review.error();
    auto decoded = begin(*review, stage, whole_policy);
    if (decoded.scope)
        decoded.objects = read_objects(decoded, body);
    return decoded;
}

Result<void> Decoder::read_objects(Decoded const& decoded, std::string const& body)
{
    auto const& [review, policy, scope, objects] = decoded;
    ObjectShape const shape{review.kind, scope->templates};
    auto const read = [&](std::string_view name, RawObject const& object, json::Reader& reader,
                          Subjects& subjects) -> Result<void> {
        subjects.clear();
        if (object.text.empty())
            return Error{Errc::bad_object, std::string(name) + ": is missing"};
        auto const capacity = capacity_from(body, object.text);
        return parse_object(object.text, capacity, shape, *policy, reader, subjects);
    };
    auto done = read("request.object", review.object, object_reader_, now);
    if (!done || review.operation != Operation::update)
        return done;
    return read("request.oldObject", review.old_object, old_reader_, old);
}

}  // namespace slicegate::policy
