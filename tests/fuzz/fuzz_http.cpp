// SPDX-License-Identifier: Apache-2.0
// The bytes of a connection, cut in several ways: the same requests come of it, and nothing grows past its limit.
#include "server/http_request.hpp"
#include "server/respond.hpp"
#include "tests/fuzz/require.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

using namespace slicegate;
using server::RequestReader;
using Progress = RequestReader::Progress;

namespace {

// Small, so that short inputs reach them.
constexpr server::RequestLimits limits{.max_header_bytes = 512, .max_body_bytes = 256};

// What a connection came to.
struct Story {
    std::string requests;  // heads and bodies of whole requests, one after another
    unsigned status = 0;   // of the failure; 0 where it waits for more
    std::string rest;      // what no request has taken
};

void check_head(server::RequestHead const& head)
{
    std::size_t const size = head.method.size() + head.target.size() + head.content_type.size();
    fuzz::require(size <= limits.max_header_bytes, "a head stays within its limit", head.target);
    fuzz::require(
        !head.body_bytes || *head.body_bytes <= limits.max_body_bytes,
        "a larger body is refused by its head");
}

void note_head(std::string& requests, server::RequestHead const& head)
{
    check_head(head);
    requests += head.method + ' ' + head.target + '\n' + head.content_type + '\n' +
                (head.body_bytes ? std::to_string(*head.body_bytes) : "chunked") +
                (head.expects_continue ? " expects" : "") + (head.keep_alive ? " stays\n" : " goes\n");
    auto const route = server::route(head);
    auto const* const error = std::get_if<server::HttpError>(&route);
    requests += std::to_string(error != nullptr ? error->status : 200) + '\n';
    std::string answer;
    server::render_error(answer, error != nullptr ? *error : server::overload, {});
    fuzz::require(
        answer.starts_with("HTTP/1.1 ") && answer.find("\r\n\r\n") != std::string::npos,
        "an answer has a head", answer);
}

// As a session does it: what is left comes again, with the next piece behind it.
template <class NextPiece> Story tell(std::string_view bytes, NextPiece const& next_piece)
{
    RequestReader reader{limits};
    Story story;
    while (true) {
        std::string_view input = story.rest;
        auto const progress = reader.read(input);
        fuzz::require(input.size() <= story.rest.size(), "a reader takes no more than there is");
        story.rest.erase(0, story.rest.size() - input.size());
        fuzz::require(reader.body().size() <= limits.max_body_bytes, "a body stays within its limit");
        if (progress == Progress::failed) {
            story.status = reader.error().status;
            fuzz::require(story.status >= 400 && !reader.error().reason.empty(), "a failure says why");
            story.rest.clear();
            return story;
        }
        if (progress == Progress::head)
            note_head(story.requests, reader.head());
        if (progress == Progress::complete) {
            story.requests += reader.body() + "\n--\n";
            reader.begin(std::move(reader.body()));
            continue;
        }
        if (progress != Progress::need_more)
            continue;
        if (bytes.empty())
            return story;
        auto const size = std::min(next_piece(), bytes.size());
        story.rest += bytes.substr(0, size);
        bytes.remove_prefix(size);
    }
}

std::uint32_t seed_of(std::string_view bytes)
{
    std::uint32_t hash = 2166136261U;  // FNV-1a
    for (char const c : bytes)
        hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
    return hash;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    std::string_view const bytes(reinterpret_cast<char const*>(data), size);
    auto const whole = tell(bytes, [&] { return size; });
    // What is malformed may be seen later where bytes come one by one, and an unfinished head may be taken or left:
    // until then the connection waits, and no request comes of it.
    auto const compare = [&](Story const& other) {
        fuzz::require(whole.requests == other.requests, "the same requests come of any cut", bytes);
    };
    compare(tell(bytes, [] { return std::size_t{1}; }));
    std::minstd_rand random(seed_of(bytes));
    compare(tell(bytes, [&] { return std::size_t{1} + random() % 40; }));
    return 0;
}
