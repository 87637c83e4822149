// SPDX-License-Identifier: Apache-2.0
#include "server/http_request.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>

#include <algorithm>
#include <utility>

namespace slicegate::server {
namespace {

namespace beast = boost::beast;
namespace http = boost::beast::http;
using boost::beast::iequals;
using boost::system::error_code;

// simdjson reads up to 64 bytes past the end of a document (32 in 3.0): room for them saves a copy of the
// body.
constexpr std::uint64_t json_padding_bytes = 64;

// What may wait for its end outside of a body: a chunk's header with extensions, the trailer.
constexpr std::size_t max_unfinished_bytes = std::size_t{16} * 1024;

// The least that any rest of a chunked body has, "0\r\n\r\n". Beast asserts that it gets as much where it comes back
// to the last chunk; with less nothing can come to its end anyway.
constexpr std::size_t min_chunked_bytes = 5;

// Beast's parser with a place for what we ask for; the other fields are parsed, checked and forgotten.
class Parser final : public http::basic_parser<true> {
public:
    explicit Parser(std::string spare) : body{std::move(spare)} { body.clear(); }

    RequestHead head;
    std::string body;
    int hosts = 0;
    bool needs_host = false;
    bool has_foreign_coding = false;
    bool discards = false;

private:
    void on_request_impl(
        http::verb /*verb*/, beast::string_view method, beast::string_view target, int version,
        error_code& /*error*/) override
    {
        needs_host = version >= 11;
        head.method.assign(method.data(), method.size());
        head.target.assign(target.data(), target.size());
    }

    void on_field_impl(
        http::field field, beast::string_view /*name*/, beast::string_view value,
        error_code& /*error*/) override
    {
        if (in_body_)
            return;  // a trailer says nothing about its request
        if (field == http::field::content_type)
            head.content_type.assign(value.data(), value.size());
        else if (field == http::field::expect)
            head.expects_continue = iequals(value, "100-continue");
        else if (field == http::field::host)
            ++hosts;
        else if (field == http::field::transfer_encoding)
            has_foreign_coding |= !iequals(value, "chunked");
    }

    void on_header_impl(error_code& /*error*/) override
    {
        if (auto const length = content_length())
            head.body_bytes = *length;
        else if (!chunked())
            head.body_bytes = 0;
        head.keep_alive = keep_alive();
        in_body_ = true;
    }

    void on_body_init_impl(boost::optional<std::uint64_t> const& length, error_code& /*error*/) override
    {
        // The limit is checked by now. Pages that no byte arrives for are never touched.
        if (length && !discards)
            body.reserve(static_cast<std::size_t>(*length + json_padding_bytes));
    }

    std::size_t on_body_impl(beast::string_view bytes, error_code& /*error*/) override
    {
        if (!discards)
            body.append(bytes.data(), bytes.size());
        return bytes.size();
    }

    std::size_t
    on_chunk_body_impl(std::uint64_t /*remain*/, beast::string_view bytes, error_code& error) override
    {
        return on_body_impl(bytes, error);
    }

    void on_chunk_header_impl(
        std::uint64_t /*size*/, beast::string_view /*extensions*/, error_code& /*error*/) override
    {
    }
    void on_response_impl(
        int /*status*/, beast::string_view /*reason*/, int /*version*/, error_code& /*error*/) override
    {
    }
    void on_finish_impl(error_code& /*error*/) override {}

    bool in_body_ = false;
};

HttpError describe(error_code const& error)
{
    if (error == http::error::body_limit)
        return {413, "the body is larger than this server takes (--max-body-bytes)"};
    if (error == http::error::header_limit)
        return {431, "the header is larger than this server takes"};
    return {400, "this is not well-formed HTTP/1.1"};
}

}  // namespace

struct RequestReader::Impl {
    RequestLimits limits;
    std::optional<Parser> parser;
    std::size_t header_bytes = 0;
    bool has_head = false;
    HttpError error;

    Progress fail(HttpError why)
    {
        error = why;
        return Progress::failed;
    }

    Progress finish_head()
    {
        has_head = true;
        // RFC 9112: a request without one Host is malformed, and one whose last coding is not chunked has no
        // length that both sides would agree on.
        if (parser->has_foreign_coding)
            return fail({501, "the only transfer coding that this server knows is chunked"});
        if (parser->hosts > 1 || (parser->hosts == 0 && parser->needs_host))
            return fail({400, "a request has exactly one Host field"});
        return Progress::head;
    }

    // One step of the parser. Beast forgets what it has seen of a header once a field is whole, so that the
    // sum is counted here.
    std::optional<Progress> step(std::string_view& input)
    {
        if (has_head && parser->chunked() && input.size() < min_chunked_bytes)
            return Progress::need_more;
        error_code failure;
        auto const taken = parser->put(boost::asio::const_buffer(input.data(), input.size()), failure);
        input.remove_prefix(taken);
        if (!has_head)
            header_bytes += taken;
        if (!has_head && header_bytes > limits.max_header_bytes)
            return fail(describe(http::make_error_code(http::error::header_limit)));
        if (failure && failure != http::error::need_more)
            return fail(describe(failure));
        if (!has_head && parser->is_header_done())
            return finish_head();
        if (parser->is_done())
            return Progress::complete;
        if (failure && input.size() > max_unfinished_bytes)
            return fail({400, "a line of the request does not end"});
        if (failure || input.empty())
            return Progress::need_more;
        return std::nullopt;
    }
};

RequestReader::RequestReader(RequestLimits limits) : impl_{std::make_unique<Impl>()}
{
    impl_->limits = limits;
    begin({});
}

RequestReader::RequestReader(RequestReader&&) noexcept = default;
RequestReader::~RequestReader() = default;

void RequestReader::begin(std::string body)
{
    impl_->parser.emplace(std::move(body));
    impl_->parser->header_limit(static_cast<std::uint32_t>(impl_->limits.max_header_bytes));
    impl_->parser->body_limit(impl_->limits.max_body_bytes);
    impl_->header_bytes = 0;
    impl_->has_head = false;
    impl_->error = {};
}

RequestReader::Progress RequestReader::read(std::string_view& input)
{
    if (impl_->has_head && impl_->parser->is_done())
        return Progress::complete;
    while (!input.empty()) {
        if (auto const progress = impl_->step(input))
            return *progress;
    }
    return Progress::need_more;
}

void RequestReader::discard_body()
{
    impl_->parser->discards = true;
}
RequestHead const& RequestReader::head() const
{
    return impl_->parser->head;
}
HttpError RequestReader::error() const
{
    return impl_->error;
}
std::string& RequestReader::body()
{
    return impl_->parser->body;
}

}  // namespace slicegate::server
