// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/json.hpp"

#include <cstddef>
#include <string_view>

namespace slicegate::policy::json {

// One document at a time. Strings that were read live until the next one.
class Reader {
public:
    // Reads `text`, whose buffer goes on for `capacity` bytes from its start (at least SIMDJSON_PADDING more
    // than its size), and calls visit(value) with the object that it must be. Nothing but white space may
    // follow.
    template <class Visit>
    [[nodiscard]] Result<void> read(std::string_view text, std::size_t capacity, Visit&& visit)
    {
        Place const root;
        simdjson::ondemand::document document;
        auto const padded = simdjson::padded_string_view(text.data(), text.size(), capacity);
        if (auto const code = parser_.iterate(padded).get(document))
            return broken(root, code);
        Value value;
        if (auto const code = document.get_value().get(value))
            return broken(root, code);
        auto const kind = kind_of(root, value);
        if (!kind)
            return kind.error();
        if (*kind != Kind::object)
            return Error{Errc::bad_object, "body: must be an object"};
        if (Result<void> const done = visit(value); !done)
            return done;
        char const* rest = nullptr;  // once all is read there is no location
        if (document.current_location().get(rest) != simdjson::OUT_OF_BOUNDS)
            return Error{Errc::bad_object, "body: something follows the object"};
        return {};
    }

    // The same, with visit(key, value, place) called for each of its fields.
    template <class Visit>
    [[nodiscard]] Result<void> read_object(std::string_view text, std::size_t capacity, Visit&& visit)
    {
        return read(text, capacity, [&](Value& value) { return for_each_field(Place{}, value, visit); });
    }

private:
    simdjson::ondemand::parser parser_;
};

}  // namespace slicegate::policy::json
