// SPDX-License-Identifier: Apache-2.0
#include "server/respond.hpp"

#include <algorithm>
#include <charconv>

namespace slicegate::server {
namespace {

std::string_view path_of(std::string_view target)
{
    auto path = target.substr(0, target.find('?'));
    if (path.size() > 1 && path.ends_with('/'))
        path.remove_suffix(1);
    return path;
}

// "?verbose" among what follows the path, with or without a value, as the API server's own pages take it.
bool asks_for_all(std::string_view target)
{
    auto rest = target.substr(std::min(target.find('?'), target.size()));
    while (!rest.empty()) {
        rest.remove_prefix(1);
        auto const one = rest.substr(0, rest.find('&'));
        if (one.substr(0, one.find('=')) == "verbose")
            return true;
        rest.remove_prefix(one.size());
    }
    return false;
}

char to_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool equals_ignoring_case(std::string_view left, std::string_view right)
{
    return std::ranges::equal(left, right, {}, to_lower, to_lower);
}

// "application/json", in any case, with or without parameters: a charset changes nothing, JSON is UTF-8.
bool is_json(std::string_view content_type)
{
    auto type = content_type.substr(0, content_type.find(';'));
    while (type.ends_with(' ') || type.ends_with('\t'))
        type.remove_suffix(1);
    return equals_ignoring_case(type, json_type);
}

std::string_view phrase_of(unsigned status)
{
    switch (status) {
    case 200:
        return "OK";
    case 400:
        return "Bad Request";
    case 404:
        return "Not Found";
    case 405:
        return "Method Not Allowed";
    case 413:
        return "Content Too Large";
    case 415:
        return "Unsupported Media Type";
    case 431:
        return "Request Header Fields Too Large";
    case 501:
        return "Not Implemented";
    case 503:
        return "Service Unavailable";
    default:
        return "Error";
    }
}

void append_number(std::string& out, std::size_t number)
{
    char digits[20];
    auto const end = std::to_chars(digits, digits + sizeof digits, number).ptr;
    out.append(digits, end);
}

}  // namespace

Route route(RequestHead const& head)
{
    auto const path = path_of(head.target);
    bool const is_validate = path == "/validate";
    if (!is_validate && path != "/mutate")
        return HttpError{404, "there is nothing here; the webhook's paths are /validate and /mutate"};
    if (head.method != "POST")
        return HttpError{405, "an AdmissionReview comes by POST"};
    if (!is_json(head.content_type))
        return HttpError{415, "an AdmissionReview comes as Content-Type: application/json"};
    return is_validate ? policy::Stage::validate : policy::Stage::mutate;
}

std::variant<OpsPage, HttpError> route_ops(RequestHead const& head)
{
    auto const path = path_of(head.target);
    auto const readyz = asks_for_all(head.target) ? OpsPage::readyz_verbose : OpsPage::readyz;
    auto const page = path == "/livez"     ? std::optional{OpsPage::livez}
                      : path == "/readyz"  ? std::optional{readyz}
                      : path == "/metrics" ? std::optional{OpsPage::metrics}
                                           : std::nullopt;
    if (!page)
        return HttpError{404, "there is nothing here; this port has /livez, /readyz and /metrics"};
    if (head.method != "GET" && head.method != "HEAD")
        return HttpError{405, "this page is read by GET"};
    return *page;
}

void render_answer(std::string& out, HttpAnswer const& answer)
{
    out.assign("HTTP/1.1 ");
    append_number(out, answer.status);
    out.append(" ").append(phrase_of(answer.status));
    out.append("\r\nContent-Type: ").append(answer.content_type);
    out.append("\r\nContent-Length: ");
    append_number(out, answer.body.size());
    if (answer.status == 405)
        out.append("\r\nAllow: ").append(answer.allow);
    // The API server repeats the same call after that many seconds, ten times at most, inside its own
    // deadline.
    if (answer.status == 503)
        out.append("\r\nRetry-After: 1");
    if (answer.connection == Connection::close)
        out.append("\r\nConnection: close");
    out.append("\r\n\r\n");
    if (answer.body_part == BodyPart::send)
        out.append(answer.body);
}

void render_error(std::string& out, HttpError const& error, HttpAnswer answer)
{
    std::string const line = std::string{error.reason} + "\n";
    answer.status = error.status;
    answer.content_type = text_type;
    answer.body = line;
    render_answer(out, answer);
}

}  // namespace slicegate::server
