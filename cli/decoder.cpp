// SPDX-License-Identifier: Apache-2.0
#include "cli/decoder.hpp"

#include "cli/documents.hpp"
#include "cli/json_text.hpp"

#include <simdjson.h>

#include <utility>

namespace slicegate::cli {

namespace {

void make_room(std::string& json)
{
    if (json.capacity() < json.size() + simdjson::SIMDJSON_PADDING)
        json.reserve(json.size() + simdjson::SIMDJSON_PADDING);
}

std::string_view hint_for(std::string_view text)
{
    bool const is_template = text.find("{{") != std::string_view::npos;
    return is_template ? " (a template must be rendered first: helm template)" : "";
}

}  // namespace

std::optional<Trouble> Decoder::decode(Document const& document)
{
    first_line_ = document.line;
    is_yaml_ = document.format == Format::yaml;
    yaml_.clear();
    json_.clear();
    if (!document.problem.empty())
        return Trouble{first_line_, document.problem};
    if (is_yaml_)
        return decode_yaml(document);
    json_.assign(document.text);
    auto const fault = find_json_fault(json_);
    if (!fault)
        return std::nullopt;
    // Braces are YAML too; so kubectl tries that next.
    if (document.format == Format::json_or_yaml && document.text.size() <= max_yaml_bytes &&
        document.place.empty() && !read_yaml(document.text, yaml_)) {
        make_room(yaml_.json);
        is_yaml_ = true;
        return std::nullopt;
    }
    yaml_.clear();
    auto const place = document.place.empty() ? std::string{} : document.place + ' ';
    return Trouble{first_line_ + fault->line - 1, place + fault->what + std::string(hint_for(document.text))};
}

std::optional<Trouble> Decoder::decode_yaml(Document const& document)
{
    if (auto const fault = read_yaml(document.text, yaml_)) {
        yaml_.clear();
        return Trouble{first_line_ + fault->line - 1, fault->what + std::string(hint_for(document.text))};
    }
    make_room(yaml_.json);
    return std::nullopt;
}

std::string_view Decoder::json() const
{
    return is_yaml_ ? std::string_view(yaml_.json) : std::string_view(json_);
}

std::size_t Decoder::line_of(std::string_view at) const
{
    auto const offset = static_cast<std::size_t>(at.data() - json().data());
    if (is_yaml_)
        return first_line_ + yaml_.line_of(offset) - 1;
    return first_line_ + count_lines(json().substr(0, offset));
}

std::size_t Decoder::capacity_from(std::string_view at) const
{
    std::string const& buffer = is_yaml_ ? yaml_.json : json_;
    return buffer.capacity() - static_cast<std::size_t>(at.data() - buffer.data());
}

std::vector<Trouble> Decoder::warnings() const
{
    std::vector<Trouble> warnings;
    warnings.reserve(yaml_.warnings.size());
    for (Fault const& warning : yaml_.warnings)
        warnings.push_back({first_line_ + warning.line - 1, warning.what});
    return warnings;
}

}  // namespace slicegate::cli
