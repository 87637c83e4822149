// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/admit.hpp"
#include "server/http_request.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace slicegate::server {

// Where a request goes: to the pipe, by one of its two doors, or back with a status. Looks at path, method
// and media type alone. The query is the API server's business, a trailing slash is forgiven.
using Route = std::variant<policy::Stage, HttpError>;
[[nodiscard]] Route route(RequestHead const& head);

// The same for the plain port, where nothing has a body.
enum class OpsPage { livez, readyz, readyz_verbose, metrics };
[[nodiscard]] std::variant<OpsPage, HttpError> route_ops(RequestHead const& head);

enum class Connection { keep_alive, close };
enum class BodyPart { send, omit };  // an answer to HEAD has the header alone

struct HttpAnswer {
    unsigned status = 200;
    std::string_view content_type;
    std::string_view body;
    Connection connection = Connection::keep_alive;
    BodyPart body_part = BodyPart::send;
    std::string_view allow = "POST";  // said with a 405
};

// Writes header and body over `out`, whose capacity is used again: one buffer, so one TLS record where it
// fits.
void render_answer(std::string& out, HttpAnswer const& answer);

// A status other than 200 as the API server quotes it to its user: one line of plain text.
void render_error(std::string& out, HttpError const& error, HttpAnswer answer);

// Too many bytes of bodies in flight, or in the API server's words: come back in a second.
inline constexpr HttpError overload{503, "too much is in flight at this moment (--max-inflight-bytes)"};

inline constexpr std::string_view json_type = "application/json";
inline constexpr std::string_view text_type = "text/plain; charset=utf-8";
inline constexpr std::string_view continue_answer = "HTTP/1.1 100 Continue\r\n\r\n";

}  // namespace slicegate::server
