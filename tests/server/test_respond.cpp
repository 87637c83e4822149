// SPDX-License-Identifier: Apache-2.0
#include "server/respond.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace slicegate::server;
using slicegate::policy::Stage;

namespace {

RequestHead post(std::string target, std::string type = "application/json")
{
    RequestHead head;
    head.method = "POST";
    head.target = std::move(target);
    head.content_type = std::move(type);
    return head;
}

unsigned status_of(Route const& routed)
{
    auto const* const error = std::get_if<HttpError>(&routed);
    return error ? error->status : 200;
}

}  // namespace

TEST_CASE("respond: the two paths are the two stages, whatever the query")
{
    for (auto const* target :
         {"/validate", "/validate?timeout=10s", "/validate/", "/validate/?x=%2F", "/validate?a/b"})
        CHECK(std::get<Stage>(route(post(target))) == Stage::validate);
    for (auto const* target : {"/mutate", "/mutate/?timeout=3s"})
        CHECK(std::get<Stage>(route(post(target))) == Stage::mutate);
}

TEST_CASE("respond: another path is 404, also for another method")
{
    for (auto const* target :
         {"/", "/validate/x", "/Validate", "/validate//", "//validate", "/validat", "/livez", "*", "",
          "http://host/validate", "?/validate", "/validate%2F"})
        CHECK(status_of(route(post(target))) == 404);
    auto head = post("/nope");
    head.method = "GET";
    CHECK(status_of(route(head)) == 404);
}

TEST_CASE("respond: another method is 405 and the right one is said")
{
    for (auto const* method : {"GET", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "post", "M-SEARCH"}) {
        auto head = post("/mutate");
        head.method = method;
        CHECK(status_of(route(head)) == 405);
    }
    std::string out;
    render_error(out, {405, "reason"}, {.connection = Connection::keep_alive});
    CHECK(
        out ==
        "HTTP/1.1 405 Method Not Allowed\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 7\r\n"
        "Allow: POST\r\n\r\nreason\n");
}

TEST_CASE("respond: only JSON is taken, with or without parameters")
{
    for (auto const* type :
         {"application/json", "Application/JSON", "application/json; charset=utf-8", "application/json ;a=b",
          "application/json;"})
        CHECK(status_of(route(post("/validate", type))) == 200);
    for (auto const* type :
         {"", "application/yaml", "application/jsonx", "application/json+x", "text/json",
          "application/vnd.kubernetes.protobuf", "application/json, text/plain"})
        CHECK(status_of(route(post("/validate", type))) == 415);
}

TEST_CASE("respond: an answer is header and body in one piece")
{
    std::string out = "what was there before";
    render_answer(out, {.status = 200, .content_type = json_type, .body = "{}"});
    CHECK(out == "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}");
}

TEST_CASE("respond: a connection that ends says so")
{
    std::string out;
    render_answer(
        out, {.status = 200, .content_type = json_type, .body = "{}", .connection = Connection::close});
    CHECK(
        out == "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: "
               "close\r\n\r\n{}");
}

TEST_CASE("respond: overload asks the API server to come again in a second")
{
    std::string out;
    render_error(out, overload, {.connection = Connection::close});
    CHECK(
        out == "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; "
               "charset=utf-8\r\nContent-Length: 60\r\n"
               "Retry-After: 1\r\nConnection: close\r\n\r\n"
               "too much is in flight at this moment (--max-inflight-bytes)\n");
}

TEST_CASE("respond: an answer to HEAD has the length of the body, not the body")
{
    std::string out;
    render_error(out, {404, "reason"}, {.body_part = BodyPart::omit});
    CHECK(
        out ==
        "HTTP/1.1 404 Not Found\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 7\r\n\r\n");
}

TEST_CASE("respond: the plain port has three pages to read")
{
    auto const ask = [](std::string method, std::string target) {
        RequestHead head;
        head.method = std::move(method);
        head.target = std::move(target);
        return route_ops(head);
    };
    CHECK(std::get<OpsPage>(ask("GET", "/livez")) == OpsPage::livez);
    CHECK(std::get<OpsPage>(ask("HEAD", "/readyz")) == OpsPage::readyz);
    CHECK(std::get<OpsPage>(ask("GET", "/readyz?verbosely&x=verbose")) == OpsPage::readyz);
    for (auto const* target : {"/readyz?verbose", "/readyz/?verbose=1", "/readyz?exclude=x&verbose&y"})
        CHECK(std::get<OpsPage>(ask("GET", target)) == OpsPage::readyz_verbose);
    CHECK(std::get<OpsPage>(ask("GET", "/metrics/")) == OpsPage::metrics);
    CHECK(std::get<HttpError>(ask("GET", "/nope")).status == 404);
    CHECK(std::get<HttpError>(ask("POST", "/validate")).status == 404);
    CHECK(std::get<HttpError>(ask("POST", "/livez")).status == 405);
}
