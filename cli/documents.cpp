// SPDX-License-Identifier: Apache-2.0
#include "cli/documents.hpp"

#include <utility>

namespace slicegate::cli {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::size_t sniffed_bytes = std::size_t{8} * 1024;  // as git does to tell binary files

// Whether a line that begins with "---" ends a document; `after` is what follows the dashes.
bool is_separator_end(std::string_view after)
{
    return after.empty() || after.front() == '\n' || after.front() == ' ' || after.front() == '\t' ||
           after.front() == '\r';
}

}  // namespace

bool Documents::sniff_json()
{
    for (std::size_t at = window_.text().starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
         window_.has(at); ++at) {
        char const c = window_.text()[at];
        if (c != ' ' && c != '\t' && c != '\r' && c != '\n')
            return c == '{' || c == '[';
    }
    return false;
}

Document Documents::broken(std::string problem)
{
    is_over_ = true;
    return {
        .before = {},
        .text = {},
        .line = window_.line(),
        .format = Format::yaml,
        .place = {},
        .list_kind = {},
        .list_api_version = {},
        .problem = std::move(problem)};
}

std::optional<Document> Documents::next()
{
    window_.consume(std::exchange(pending_, 0));
    if (is_over_)
        return std::nullopt;
    if (!is_begun_) {
        is_begun_ = true;
        bool const has_text = window_.has(sniffed_bytes) || !window_.text().empty();
        if (has_text && window_.text().substr(0, sniffed_bytes).find('\0') != std::string_view::npos)
            return broken("is binary, neither YAML nor JSON");
        if (is_named_json_ || sniff_json())
            json_.emplace(window_, is_named_json_ ? Format::json : Format::json_or_yaml);
    }
    auto document = json_ ? json_->next(pending_) : next_yaml();
    if (json_ && json_->is_yaml_next()) {
        json_.reset();
        document = next_yaml();
    }
    if (!window_.failure().empty() && (!document || document->problem.empty()))
        return broken(window_.failure());
    is_over_ = !document || (json_ && json_->is_over());
    return document;
}

std::optional<Document> Documents::next_yaml()
{
    if (!window_.has(0))
        return std::nullopt;
    std::size_t end = 0;
    for (std::size_t from = 0;;) {
        auto const text = window_.text();
        end = text.find("\n---", from);
        if (end == std::string_view::npos && text.size() <= max_yaml_bytes) {
            from = text.size() < 3 ? 0 : text.size() - 3;
            if (window_.has(text.size()))
                continue;
            end = text.size();
            break;
        }
        if (end > max_yaml_bytes)  // npos as well
            return skip_large_yaml();
        if (!window_.has(end + 4) || is_separator_end(window_.text().substr(end + 4))) {
            ++end;  // the line feed is this document's
            break;
        }
        from = end + 1;
    }
    pending_ = end;
    Document document;
    document.text = window_.text().substr(0, end);
    document.line = window_.line();
    return document;
}

// Passes over what is too large piece by piece, so that the documents behind it are still judged.
Document Documents::skip_large_yaml()
{
    auto document = broken("is larger than 4 MiB, more than any object of the API server's can be");
    is_over_ = false;
    for (;;) {
        auto const found = window_.text().find("\n---");
        if (found != std::string_view::npos && window_.has(found + 4) &&
            !is_separator_end(window_.text().substr(found + 4))) {
            window_.consume(found + 4);
            continue;
        }
        auto const text = window_.text();
        if (found != std::string_view::npos) {
            window_.consume(found + 1);
            return document;
        }
        window_.consume(text.size() < 3 ? 0 : text.size() - 3);
        if (!window_.has(3)) {
            window_.consume(3);
            return document;
        }
    }
}

}  // namespace slicegate::cli
