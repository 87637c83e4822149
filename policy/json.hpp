// SPDX-License-Identifier: Apache-2.0
// What the decode steps share to walk JSON with simdjson On-Demand. For them alone: nothing else knows which
// library reads the wire. Objects are walked field by field, never looked up: a look-up finds the first of
// two equal keys and misses escaped ones; kube-apiserver's readers take the last.
#pragma once

#include "policy/error.hpp"

#include <simdjson.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace slicegate::policy::json {

using Value = simdjson::ondemand::value;
using Kind = simdjson::ondemand::json_type;

// Where we are, kept on the stack and spelled out only when something is wrong.
struct Place {
    Place const* parent = nullptr;
    std::string_view key;
    std::size_t index = 0;
    bool is_element = false;

    [[nodiscard]] Place field(std::string_view name) const { return {this, name, 0, false}; }
    [[nodiscard]] Place element(std::size_t at) const { return {this, {}, at, true}; }
};

// "spec.containers[0].resources"; keys with a dot or a slash in brackets: "limits[nvidia.com/gpu]".
[[nodiscard]] std::string render_place(Place const& place);

// Errors for a value of the wrong type ("spec.containers: must be a list, is an object") and for broken JSON.
[[nodiscard]] Error wrong_type(Place const& place, std::string_view wanted, Value& value);
[[nodiscard]] Error broken(Place const& place, simdjson::error_code code);

// simdjson takes whatever begins with 'n' for null until it is read. `token` may have white space behind it.
[[nodiscard]] inline bool is_null_word(std::string_view token)
{
    return token.substr(0, token.find_last_not_of(" \t\r\n") + 1) == "null";
}

// The value's type; Errc::bad_object where the JSON is broken there.
[[nodiscard]] inline Result<Kind> kind_of(Place const& place, Value& value)
{
    Kind kind{};
    if (auto const code = value.type().get(kind))
        return broken(place, code);
    if (kind == Kind::null && !is_null_word(value.raw_json_token()))
        return broken(place, simdjson::N_ATOM_ERROR);
    return kind;
}

// Calls visit(key, value, place) for each field. null counts as empty, as it does in Go. visit returns
// Result<void>.
template <class Visit>
[[nodiscard]] Result<void> for_each_field(Place const& place, Value& value, Visit&& visit)
{
    auto const kind = kind_of(place, value);
    if (!kind)
        return kind.error();
    if (*kind == Kind::null)
        return {};
    simdjson::ondemand::object object;
    if (*kind != Kind::object)
        return wrong_type(place, "an object", value);
    if (auto const code = value.get_object().get(object))
        return broken(place, code);
    for (auto field : object) {
        std::string_view key;
        if (auto const code = field.unescaped_key().get(key))
            return broken(place, code);
        Value child;
        if (auto const code = field.value().get(child))
            return broken(place.field(key), code);
        if (Result<void> const done = visit(key, child, place.field(key)); !done)
            return done;
    }
    return {};
}

// Calls visit(value, place) for each element; null counts as empty.
template <class Visit>
[[nodiscard]] Result<void> for_each_element(Place const& place, Value& value, Visit&& visit)
{
    auto const kind = kind_of(place, value);
    if (!kind)
        return kind.error();
    if (*kind == Kind::null)
        return {};
    simdjson::ondemand::array array;
    if (*kind != Kind::array)
        return wrong_type(place, "a list", value);
    if (auto const code = value.get_array().get(array))
        return broken(place, code);
    std::size_t index = 0;
    for (auto element : array) {
        Value child;
        if (auto const code = element.get(child))
            return broken(place.element(index), code);
        if (Result<void> const done = visit(child, place.element(index)); !done)
            return done;
        ++index;
    }
    return {};
}

// A string, unescaped into the parser's buffer; null reads as "". Lives until that parser reads again.
[[nodiscard]] Result<std::string_view> read_string(Place const& place, Value& value);

// The same into a variable.
[[nodiscard]] Result<void> read_string_into(std::string_view& target, Place const& place, Value& value);

// true or false; null reads as false.
[[nodiscard]] Result<bool> read_bool(Place const& place, Value& value);

// A whole number; null reads as 0.
[[nodiscard]] Result<std::int64_t> read_int(Place const& place, Value& value);

// Whether it is null, {} or []; the value is read by this.
[[nodiscard]] Result<bool> read_is_empty(Place const& place, Value& value);

// A scalar as it was written: a string's text, a number's digits; empty for null.
[[nodiscard]] Result<std::string_view> read_scalar(Place const& place, Value& value);

// Whether a list is null or [].
[[nodiscard]] Result<bool> read_is_empty_list(Place const& place, Value& value);

// The text of an object as it stands in the body; empty for null.
[[nodiscard]] Result<std::string_view> read_raw_object(Place const& place, Value& value);

}  // namespace slicegate::policy::json
