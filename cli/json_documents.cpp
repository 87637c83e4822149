// SPDX-License-Identifier: Apache-2.0
#include "cli/json_documents.hpp"

#include "cli/json_text.hpp"

#include <utility>

namespace slicegate::cli {

namespace {

bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

}  // namespace

// Passes over "---" too: kubectl takes a stream of JSON documents with YAML's separators.
std::size_t JsonDocuments::skip_space(std::size_t at)
{
    if (window_.text().substr(at).starts_with("\xEF\xBB\xBF"))
        at += 3;
    while (window_.has(at) && is_space(window_.text()[at]))
        ++at;
    return at;
}

JsonDocuments::Stop JsonDocuments::end_of_string(std::size_t at)
{
    for (++at; window_.has(at); ++at) {
        char const c = window_.text()[at];
        if (c == '"')
            return {.at = at + 1};
        at += c == '\\' ? 1 : 0;
    }
    return {.at = at, .problem = "ends within a string"};
}

JsonDocuments::Stop JsonDocuments::end_of_value(std::size_t at)
{
    std::size_t const begin = at;
    std::size_t depth = 0;
    while (window_.has(at)) {
        if (at - begin > max_json_bytes)
            return {.at = at, .problem = "is larger than 32 MiB"};
        char const c = window_.text()[at];
        if (c == '"') {
            auto const stop = end_of_string(at);
            if (!stop.problem.empty())
                return stop;
            at = stop.at;
        } else if (c == '{' || c == '[') {
            ++depth;
            ++at;
        } else if (c == '}' || c == ']') {
            if (depth == 0)
                return {.at = at};
            --depth;
            ++at;
        } else if (depth == 0 && (is_space(c) || c == ',')) {
            return {.at = at};
        } else {
            ++at;
            continue;
        }
        if (depth == 0)
            return {.at = at};
    }
    return {.at = at, .problem = depth > 0 ? "ends before its last bracket is closed" : ""};
}

std::optional<Document> JsonDocuments::next(std::size_t& end)
{
    return is_in_list_ ? next_item(0, end) : next_value(0, end);
}

std::optional<Document> JsonDocuments::next_value(std::size_t at, std::size_t& end)
{
    at = skip_space(at);
    while (window_.has(at + 2) && window_.text().substr(at).starts_with("---"))
        at = skip_space(at + 3);
    if (!window_.has(at)) {
        is_over_ = true;
        return std::nullopt;
    }
    if (char const c = window_.text()[at]; c != '{' && c != '[') {
        is_yaml_next_ = format_ == Format::json_or_yaml;
        if (is_yaml_next_)
            return std::nullopt;
        return broken("is not JSON: a value must begin with a brace", at, end);
    }
    auto stop = window_.text()[at] == '{' ? read_members(at) : end_of_value(at);
    if (!stop.problem.empty())
        return broken(std::move(stop.problem), at, end);
    if (is_in_list_) {
        frame_.assign(window_.text().substr(at, stop.at - at));
        return next_item(stop.at, end);
    }
    return make(at, stop.at, end);
}

// Walks the members of the object at `at`, to its end or into its items.
JsonDocuments::Stop JsonDocuments::read_members(std::size_t at)
{
    std::size_t const begin = at++;
    list_kind_.clear();
    list_api_version_.clear();
    for (;;) {
        at = skip_space(at);
        if (!window_.has(at) || window_.text()[at] != '"')
            return end_of_value(begin);  // its end, or something for the decoder to complain about
        auto const key = end_of_string(at);
        std::size_t const colon = skip_space(key.at);
        if (!key.problem.empty() || !window_.has(colon) || window_.text()[colon] != ':')
            return end_of_value(begin);
        std::size_t const value = skip_space(colon + 1);
        if (!window_.has(value))
            return end_of_value(begin);
        if (window_.text().substr(at, key.at - at) == "\"items\"" && window_.text()[value] == '[') {
            is_in_list_ = is_first_item_ = true;
            index_ = 0;
            return {.at = value + 1};
        }
        auto const stop = end_of_value(value);
        if (!stop.problem.empty() || stop.at - begin > max_json_bytes)
            return stop.problem.empty() ? Stop{.at = at, .problem = "is larger than 32 MiB"} : stop;
        note_member(window_.text().substr(at, key.at - at), window_.text().substr(value, stop.at - value));
        at = skip_space(stop.at);
        if (window_.has(at) && window_.text()[at] == '}')
            return {.at = at + 1};
        if (!window_.has(at) || window_.text()[at] != ',')
            return end_of_value(begin);
        ++at;
    }
}

void JsonDocuments::note_member(std::string_view key, std::string_view value)
{
    bool const is_word =
        value.size() >= 2 && value.front() == '"' && value.find('\\') == std::string_view::npos;
    if (is_word && key == "\"kind\"")
        list_kind_ = value.substr(1, value.size() - 2);
    if (is_word && key == "\"apiVersion\"")
        list_api_version_ = value.substr(1, value.size() - 2);
}

std::optional<Document> JsonDocuments::next_item(std::size_t at, std::size_t& end)
{
    at = skip_space(at);
    if (window_.has(at) && window_.text()[at] == ']')
        return close_list(at, end);
    if (!std::exchange(is_first_item_, false)) {
        if (!window_.has(at) || window_.text()[at] != ',')
            return broken("is not JSON: a comma or ] must follow an item", at, end);
        at = skip_space(at + 1);
    }
    if (!window_.has(at))
        return broken("ends before its last bracket is closed", at, end);
    auto stop = end_of_value(at);
    auto const place = "items[" + std::to_string(index_++) + ']';
    if (stop.problem.empty() && stop.at == at)
        stop.problem = "is not JSON: a value is missing";
    if (!stop.problem.empty())
        return broken(place + ' ' + stop.problem, at, end);
    auto document = make(at, stop.at, end);
    document.place = place;
    document.list_kind = list_kind_;
    document.list_api_version = list_api_version_;
    return document;
}

// The rest of a List, which must be JSON with what stood before its items.
std::optional<Document> JsonDocuments::close_list(std::size_t at, std::size_t& end)
{
    is_in_list_ = false;
    std::size_t const begin = at;
    for (std::size_t depth = 1; window_.has(++at);) {
        char const c = window_.text()[at];
        if (at - begin > max_json_bytes)
            break;
        if (c == '"')
            at = end_of_string(at).at - 1;
        else if (c == '{' || c == '[')
            ++depth;
        else if ((c == '}' || c == ']') && --depth == 0) {
            frame_ += window_.text().substr(begin, at + 1 - begin);
            if (auto const fault = find_json_fault(frame_))
                return broken("is not JSON outside its items: " + fault->what, at, end);
            return next_value(at + 1, end);
        }
    }
    return broken("ends before its last bracket is closed", at, end);
}

Document JsonDocuments::make(std::size_t from, std::size_t to, std::size_t& end)
{
    end = to;
    Document document;
    document.before = window_.text().substr(0, from);
    document.text = window_.text().substr(from, to - from);
    document.format = format_;
    document.line = window_.line() + count_lines(document.before);
    return document;
}

// Nothing tells where the next value would begin.
Document JsonDocuments::broken(std::string problem, std::size_t at, std::size_t& end)
{
    is_over_ = true;
    Document document;
    document.line = window_.line() + count_lines(window_.text().substr(0, at));
    document.problem = std::move(problem);
    end = window_.text().size();
    return document;
}

}  // namespace slicegate::cli
