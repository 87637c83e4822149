// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace slicegate::server {

struct RequestLimits {
    std::size_t max_header_bytes;
    std::uint64_t max_body_bytes;
};

// What the head of a request says, as far as anything here asks for it.
struct RequestHead {
    std::string method;
    std::string target;                       // with its query
    std::string content_type;                 // empty where absent
    std::optional<std::uint64_t> body_bytes;  // as declared; nothing for a chunked body
    bool expects_continue = false;
    bool keep_alive = false;
};

// A status that ends the matter, and the line of text that says why.
struct HttpError {
    unsigned status = 0;
    std::string_view reason;
};

// Bytes to HTTP/1.1 requests, one after another. Knows no socket. Framing is Beast's parser's business, with
// the limits set on the parser itself; nothing is kept of a header that no one asks for.
class RequestReader {
public:
    enum class Progress {
        need_more,  // everything was taken, or what is left is not enough for a step
        head,       // head() is whole; the body may follow
        complete,   // so is body()
        failed,     // error() says why; no further request can be read from this connection
    };

    explicit RequestReader(RequestLimits limits);
    RequestReader(RequestReader&&) noexcept;
    ~RequestReader();

    // Makes ready for the next request, whose body is to go into `body`: its capacity is used again.
    void begin(std::string body);

    // Takes bytes from the front of `input` until there is progress to report. What it leaves has to come
    // again, with more behind it.
    [[nodiscard]] Progress read(std::string_view& input);

    // From now on the body is taken and thrown away.
    void discard_body();

    RequestHead const& head() const;
    HttpError error() const;
    std::string& body();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace slicegate::server
