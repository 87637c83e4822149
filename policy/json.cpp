// SPDX-License-Identifier: Apache-2.0
#include "policy/json.hpp"

#include "policy/text.hpp"

namespace slicegate::policy::json {
namespace {

std::string_view name_of(Kind kind)
{
    switch (kind) {
    case Kind::object:
        return "an object";
    case Kind::array:
        return "a list";
    case Kind::string:
        return "a string";
    case Kind::number:
        return "a number";
    case Kind::boolean:
        return "a boolean";
    default:
        return "null";
    }
}

}  // namespace

std::string render_place(Place const& place)
{
    std::string text = place.parent != nullptr ? render_place(*place.parent) : std::string{};
    if (place.is_element)
        return text + '[' + std::to_string(place.index) + ']';
    if (place.key.empty())
        return text;
    append_path_key(text, place.key);
    return text;
}

Error wrong_type(Place const& place, std::string_view wanted, Value& value)
{
    Kind kind{};
    std::string const is =
        value.type().get(kind) != simdjson::SUCCESS ? "broken" : std::string(name_of(kind));
    return {Errc::bad_object, render_place(place) + ": must be " + std::string(wanted) + ", is " + is};
}

Error broken(Place const& place, simdjson::error_code code)
{
    auto const where = render_place(place);
    return {Errc::bad_object, (where.empty() ? "body" : where) + ": " + simdjson::error_message(code)};
}

Result<std::string_view> read_string(Place const& place, Value& value)
{
    auto const kind = kind_of(place, value);
    if (!kind)
        return kind.error();
    if (*kind == Kind::null)
        return std::string_view{};
    if (*kind != Kind::string)
        return wrong_type(place, "a string", value);
    std::string_view text;
    if (auto const code = value.get_string().get(text))
        return broken(place, code);
    return text;
}

Result<void> read_string_into(std::string_view& target, Place const& place, Value& value)
{
    auto const text = read_string(place, value);
    if (!text)
        return text.error();
    target = *text;
    return {};
}

Result<std::string_view> read_scalar(Place const& place, Value& value)
{
    auto const kind = kind_of(place, value);
    if (!kind)
        return kind.error();
    if (*kind == Kind::string || *kind == Kind::null)
        return read_string(place, value);
    if (*kind != Kind::number)
        return wrong_type(place, "a string or a number", value);
    std::string_view const text = value.raw_json_token();
    return text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
}

Result<bool> read_bool(Place const& place, Value& value)
{
    auto const kind = kind_of(place, value);
    if (!kind)
        return kind.error();
    if (*kind == Kind::null)
        return false;
    bool truth = false;
    if (*kind != Kind::boolean)
        return wrong_type(place, "a boolean", value);
    if (auto const code = value.get_bool().get(truth))
        return broken(place, code);
    return truth;
}

Result<std::int64_t> read_int(Place const& place, Value& value)
{
    auto const kind = kind_of(place, value);
    if (!kind)
        return kind.error();
    if (*kind == Kind::null)
        return std::int64_t{0};
    std::int64_t number = 0;
    if (*kind != Kind::number || value.get_int64().get(number) != simdjson::SUCCESS)
        return Error{Errc::bad_object, render_place(place) + ": must be a whole number"};
    return number;
}

Result<bool> read_is_empty(Place const& place, Value& value)
{
    auto const kind = kind_of(place, value);
    if (!kind)
        return kind.error();
    bool is_empty = true;
    auto const saw_one = [&](auto&&...) -> Result<void> {
        is_empty = false;
        return {};
    };
    if (*kind == Kind::object) {
        if (auto const done = for_each_field(place, value, saw_one); !done)
            return done.error();
    } else if (*kind == Kind::array) {
        if (auto const done = for_each_element(place, value, saw_one); !done)
            return done.error();
    } else {
        is_empty = *kind == Kind::null;
    }
    return is_empty;
}

Result<bool> read_is_empty_list(Place const& place, Value& value)
{
    bool is_empty = true;
    auto const done = for_each_element(place, value, [&](auto&&...) -> Result<void> {
        is_empty = false;
        return {};
    });
    if (!done)
        return done.error();
    return is_empty;
}

Result<std::string_view> read_raw_object(Place const& place, Value& value)
{
    auto const kind = kind_of(place, value);
    if (!kind)
        return kind.error();
    if (*kind == Kind::null)
        return std::string_view{};
    if (*kind != Kind::object)
        return wrong_type(place, "an object", value);
    simdjson::ondemand::object object;
    std::string_view text;
    if (auto const code = value.get_object().get(object))
        return broken(place, code);
    if (auto const code = object.raw_json().get(text))
        return broken(place, code);
    return text;
}

}  // namespace slicegate::policy::json
