// SPDX-License-Identifier: Apache-2.0
// Decodes the object of a review. Error everywhere: Errc::bad_object with the path from the object's root, for
// shapes that no API server would store.
#pragma once

#include "policy/json.hpp"
#include "policy/subjects.hpp"

#include <cstddef>
#include <span>
#include <string_view>

namespace slicegate::policy {

namespace json {
class Reader;
}

// Where the pods of an object are.
struct ObjectShape {
    std::string_view kind;                    // of the object
    std::span<TemplatePath const> templates;  // empty: the object is a pod
};

// An object where it stands in a larger document.
[[nodiscard]] Result<void>
read_object(json::Value& value, ObjectShape const& shape, Policy const& policy, Subjects& subjects);

// An object as text: a slice of a buffer that goes on for `capacity` bytes from its start.
[[nodiscard]] Result<void> parse_object(
    std::string_view json, std::size_t capacity, ObjectShape const& shape, Policy const& policy,
    json::Reader& reader, Subjects& subjects);

}  // namespace slicegate::policy
