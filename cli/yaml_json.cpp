// SPDX-License-Identifier: Apache-2.0
#include "cli/yaml_json.hpp"

#include "cli/yaml_events.hpp"
#include "cli/yaml_writer.hpp"

#include <algorithm>

namespace slicegate::cli {

namespace {

constexpr char const* second_document =
    "a second document follows \"...\", which kubectl does not read; begin it with ---";

void dispatch(yaml_event_t const& event, YamlWriter& writer)
{
    auto const line = static_cast<std::uint32_t>(event.start_mark.line + 1);
    switch (event.type) {
    case YAML_ALIAS_EVENT:
        writer.add_alias(text_of(event.data.alias.anchor), line);
        break;
    case YAML_SCALAR_EVENT: {
        auto const& scalar = event.data.scalar;
        bool const is_plain = scalar.plain_implicit != 0 && scalar.style == YAML_PLAIN_SCALAR_STYLE;
        auto const tag = scalar.tag != nullptr ? parse_tag(text_of(scalar.tag))
                         : is_plain            ? Tag::none
                                               : Tag::text;
        std::string_view const text(to_chars(scalar.value), scalar.length);
        writer.add_scalar({text, tag, is_plain, text_of(scalar.anchor), line});
        break;
    }
    case YAML_SEQUENCE_START_EVENT:
        writer.open('[', text_of(event.data.sequence_start.anchor), line);
        break;
    case YAML_MAPPING_START_EVENT:
        writer.open('{', text_of(event.data.mapping_start.anchor), line);
        break;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        writer.close();
        break;
    default:
        break;
    }
}

}  // namespace

std::size_t JsonFromYaml::line_of(std::size_t offset) const
{
    auto const after =
        std::upper_bound(lines.begin(), lines.end(), offset, [](std::size_t at, LineMark const& mark) {
            return at < mark.offset;
        });
    return after == lines.begin() ? 1 : std::prev(after)->line;
}

void JsonFromYaml::clear()
{
    json.clear();
    lines.clear();
    warnings.clear();
    has_aliases = false;
}

std::optional<Fault> read_yaml(std::string_view text, JsonFromYaml& to)
{
    to.clear();
    YamlEvents events(text);
    YamlWriter writer(to);
    for (std::size_t documents = 0;;) {
        auto const* const event = events.next();
        if (event == nullptr)
            return events.fault();
        if (event->type == YAML_STREAM_END_EVENT)
            return std::nullopt;
        if (event->type == YAML_DOCUMENT_START_EVENT && ++documents > 1)
            return Fault{event->start_mark.line + 1, second_document};
        dispatch(*event, writer);
        if (auto const& fault = writer.fault(); fault)
            return fault;
    }
}

}  // namespace slicegate::cli
