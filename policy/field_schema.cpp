// SPDX-License-Identifier: Apache-2.0
#include "policy/field_schema.hpp"

#include "policy/text.hpp"

namespace slicegate::policy::yaml {

namespace {

void append_separated(std::string& list, std::string_view text)
{
    if (!list.empty())
        list += ',';
    append_json_string(list, text);
}

}  // namespace

std::string text_schema()
{
    return R"({"type":"string"})";
}

std::string word_schema(std::span<std::string_view const> words)
{
    std::string list;
    for (std::string_view const word : words)
        append_separated(list, word);
    return R"({"enum":[)" + list + "]}";
}

std::string count_schema(std::int64_t most)
{
    return R"({"type":"integer","minimum":1,"maximum":)" + std::to_string(most) + "}";
}

std::string flag_schema()
{
    return R"({"type":"boolean"})";
}

std::string list_schema(std::string_view item, Length length)
{
    std::string const least = length == Length::not_empty ? R"(,"minItems":1)" : "";
    return R"({"type":"array","items":)" + std::string(item) + least + "}";
}

std::string map_schema(std::string_view value)
{
    return R"({"type":"object","additionalProperties":)" + std::string(value) + "}";
}

void ObjectSchema::add(std::string_view name, std::string_view about, std::string_view schema, Need need)
{
    append_separated(properties_, name);
    properties_ += R"(:{"description":)";
    append_json_string(properties_, about);
    // The schema is an object: its members follow those here.
    (properties_ += ',') += schema.substr(1);
    if (need == Need::required)
        append_separated(required_, name);
}

std::string ObjectSchema::render() const
{
    std::string out = R"({"type":"object","additionalProperties":false,"properties":{)" + properties_ + "}";
    if (!required_.empty())
        out += R"(,"required":[)" + required_ + "]";
    return out + "}";
}

}  // namespace slicegate::policy::yaml
