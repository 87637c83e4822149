// SPDX-License-Identifier: Apache-2.0
#include "cli/yaml_events.hpp"

#include "policy/text.hpp"

namespace slicegate::cli {

YamlEvents::YamlEvents(std::string_view text) : is_ready_(yaml_parser_initialize(&parser_) != 0)
{
    if (!is_ready_)
        return;
    auto const* const bytes =
        reinterpret_cast<unsigned char const*>(text.data());  // NOLINT: as libyaml wants it
    yaml_parser_set_input_string(&parser_, bytes, text.size());
    yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
}

YamlEvents::~YamlEvents()
{
    if (has_event_)
        yaml_event_delete(&event_);
    if (is_ready_)
        yaml_parser_delete(&parser_);
}

yaml_event_t const* YamlEvents::next()
{
    if (has_event_)
        yaml_event_delete(&event_);
    has_event_ = is_ready_ && yaml_parser_parse(&parser_, &event_) != 0;
    return has_event_ ? &event_ : nullptr;
}

Fault YamlEvents::fault() const
{
    if (!is_ready_ || parser_.error == YAML_MEMORY_ERROR)
        return {.line = 1, .what = "out of memory"};
    bool const is_bytes = parser_.error == YAML_READER_ERROR;
    Fault fault{.line = parser_.problem_mark.line + 1, .what = "is not YAML: "};
    if (is_bytes)  // the reader knows how far it is, but not on which line
        fault.line = parser_.mark.line + 1;
    if (parser_.context != nullptr)
        (fault.what += parser_.context) += ": ";
    policy::append_shown(fault.what, parser_.problem != nullptr ? parser_.problem : "unknown reason", 200);
    return fault;
}

}  // namespace slicegate::cli
