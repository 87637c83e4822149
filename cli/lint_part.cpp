// SPDX-License-Identifier: Apache-2.0
#include "cli/lint_part.hpp"

#include "cli/decoder.hpp"
#include "cli/documents.hpp"
#include "cli/json_text.hpp"
#include "policy/text.hpp"

#include <utility>

namespace slicegate::cli {

struct PartSource {
    Decoder decoder;
    nlohmann::json root;
};

namespace {

using nlohmann::json;

std::string join(std::string const& before, std::string_view after)
{
    if (before.empty() || after.empty() || after.front() == '[')
        return before + std::string(after);
    return before + '.' + std::string(after);
}

Result<std::shared_ptr<PartSource const>> decode(Document const& document)
{
    auto source = std::make_shared<PartSource>();
    if (auto const trouble = source->decoder.decode(document))
        return Error{Errc::bad_object, std::to_string(trouble->line) + ": " + trouble->what};
    // The decoder has refused what is nested too deep, and what is no JSON.
    auto const text = source->decoder.json();
    source->root = text.empty() ? json() : json::parse(text, nullptr, false);
    return std::shared_ptr<PartSource const>(std::move(source));
}

// A List in YAML comes as one document; in JSON, item by item.
void add_items(std::vector<Part>& parts, Part const& part)
{
    auto const* const items = find_field(part.value(), "items");
    if (items == nullptr || !items->is_array() || !part.kind().ends_with("List"))
        return parts.push_back(part);
    for (std::size_t i = 0; i < items->size(); ++i) {
        Part item = part.inner("items[" + std::to_string(i) + ']', (*items)[i]);
        item.set_kind(part.kind().substr(0, part.kind().size() - 4));
        parts.push_back(std::move(item));
    }
}

}  // namespace

Part Part::inner(std::string const& path, json const& value) const
{
    Part part = *this;
    part.root_ = join(root_, path);
    part.value_ = &value;
    return part;
}

Result<Part> Part::embedded(std::string const& path, std::string const& text) const
{
    Document document;
    document.text = text;
    // A block of text begins below its key.
    document.line =
        line_of(path) + (text.find('\n') != std::string::npos && source_->decoder.is_yaml() ? 1 : 0);
    document.format = text.find_first_not_of(" \t\r\n") != std::string::npos &&
                              text[text.find_first_not_of(" \t\r\n")] == '{'
                          ? Format::json_or_yaml
                          : Format::yaml;
    auto source = decode(document);
    if (!source)
        return source.error();
    json const& root = (*source)->root;
    Part part(file_, std::move(*source), root);
    part.shown_ = place_of(path);
    return part;
}

json const& Part::value() const
{
    static json const nothing;
    return value_ == nullptr ? nothing : *value_;
}

std::string Part::kind() const
{
    auto kind = text_of(value(), "kind");
    return kind.empty() ? kind_ : kind;
}

std::string Part::name() const
{
    auto const* const metadata = find_field(value(), "metadata");
    return metadata == nullptr ? "" : text_of(*metadata, "name");
}

std::string Part::place_of(std::string_view path) const
{
    return join(shown_, join(root_, path));
}

std::size_t Part::line_of(std::string_view path) const
{
    if (!source_ || source_->decoder.json().empty())
        return 1;
    auto const text = source_->decoder.json();
    return source_->decoder.line_of(text.substr(locate_field(text, join(root_, path))));
}

Result<std::vector<Part>> read_parts(std::string const& file)
{
    auto input = Input::open(file);
    if (!input)
        return input.error();
    Documents documents(std::move(*input), file.ends_with(".json"));
    std::vector<Part> parts;
    while (auto const document = documents.next()) {
        auto source = decode(*document);
        if (!source)
            return source.error();
        json const& root = (*source)->root;
        if (root.is_null())
            continue;
        if (!root.is_object())
            return Error{Errc::bad_object, std::to_string(document->line) + ": is no object"};
        Part part(file, std::move(*source), root);
        part.set_place(document->place);
        if (document->list_kind.ends_with("List"))
            part.set_kind(document->list_kind.substr(0, document->list_kind.size() - 4));
        add_items(parts, part);
    }
    return parts;
}

Part make_part(std::string file)
{
    static json const nothing;
    return {std::move(file), nullptr, nothing};
}

json const* find_field(json const& value, std::string_view key)
{
    if (!value.is_object())
        return nullptr;
    auto const found = value.find(key);
    return found == value.end() || found->is_null() ? nullptr : &*found;
}

json const* find_field(json const& value, std::initializer_list<std::string_view> keys)
{
    json const* at = &value;
    for (std::string_view const key : keys)
        if (at != nullptr)
            at = find_field(*at, key);
    return at;
}

std::string text_of(json const& value, std::string_view key)
{
    auto const* const field = find_field(value, key);
    return field != nullptr && field->is_string() ? field->get<std::string>() : "";
}

std::string show(json const& value)
{
    if (value.is_string())
        return policy::quoted(value.get_ref<std::string const&>());
    return policy::shown(value.dump(-1, ' ', false, json::error_handler_t::replace));
}

}  // namespace slicegate::cli
