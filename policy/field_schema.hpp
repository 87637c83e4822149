// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/yaml_reader.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

// JSON Schema (draft 2020-12) of values as the readers of yaml_reader.hpp take them, as JSON text. What a
// schema cannot say, such as pools that overlap, is left to the readers.
namespace slicegate::policy::yaml {

[[nodiscard]] std::string text_schema();
[[nodiscard]] std::string word_schema(std::span<std::string_view const> words);
[[nodiscard]] std::string count_schema(std::int64_t most);
[[nodiscard]] std::string flag_schema();
enum class Length { any, not_empty };
[[nodiscard]] std::string list_schema(std::string_view item, Length length = Length::any);
// Any keys, each with a value like this.
[[nodiscard]] std::string map_schema(std::string_view value);

// Builds the schema of a mapping field by field.
class ObjectSchema {
public:
    void add(std::string_view name, std::string_view about, std::string_view schema, Need need);
    [[nodiscard]] std::string render() const;

private:
    std::string properties_;
    std::string required_;
};

template <class T> [[nodiscard]] std::string object_schema(std::span<Field<T> const> fields)
{
    ObjectSchema object;
    for (Field<T> const& field : fields)
        object.add(field.name, field.about, field.schema(), field.need);
    return object.render();
}

}  // namespace slicegate::policy::yaml
