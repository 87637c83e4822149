// SPDX-License-Identifier: Apache-2.0
#include "certs/load.hpp"
#include "certs/tls_context.hpp"
#include "tests/certs/support.hpp"
#include "tests/server/support.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace slicegate;
using namespace slicegate::server;
using namespace slicegate::server::testing;
using certs::testing::ca_of;
using certs::testing::make_odd;
using certs::testing::serving_of;

namespace {

certs::TimePoint real_time()
{
    return std::chrono::system_clock::now();
}

// A caller's certificate, as an API server's.
certs::Pair caller_of(certs::Pair const& ca)
{
    return make_odd(
        {.issuer = &ca, .extended_key_usage = "clientAuth", .from = real_time() - std::chrono::hours{1}});
}

// Demands certificates of `ca`.
TestServer::Adjust demand(certs::Pair const& ca)
{
    return [&ca](ServerOptions&, Serving& serving) {
        auto own_ca = ca_of(real_time());
        auto pair = serving_of(own_ca, real_time());
        certs::Credentials credentials{std::move(pair.certificate), {}, std::move(pair.key), {}, {}};
        X509_up_ref(ca.certificate.get());
        credentials.client_cas.emplace_back(ca.certificate.get());
        auto context = certs::make_tls_context(credentials);
        REQUIRE(context.has_value());
        serving.tls.reset(context->release(), SSL_CTX_free);
    };
}

Client::Configure show(certs::Pair const& pair, int version)
{
    return [&pair, version](SSL_CTX* context) {
        SSL_CTX_set_max_proto_version(context, version);
        SSL_CTX_use_certificate(context, pair.certificate.get());
        SSL_CTX_use_PrivateKey(context, pair.key.get());
    };
}

bool counts(TestServer& server, std::string const& cause, std::string const& count)
{
    auto const series = "slicegate_tls_handshake_failures_total{cause=\"" + cause + "\"}";
    return becomes_true([&] { return metric(server->ops_port(), series) == count; });
}

}  // namespace

TEST_CASE("handshake: a failure is counted by its cause")
{
    struct Case {
        char const* cause;
        Client::Configure configure;
    };
    Case const cases[] = {
        {"cipher",
         [](SSL_CTX* context) {
             SSL_CTX_set_max_proto_version(context, TLS1_2_VERSION);
             SSL_CTX_set_cipher_list(context, "ECDHE-ECDSA-AES128-SHA");
         }},
        {"cipher",
         [](SSL_CTX* context) {
             SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION);
             SSL_CTX_set_ciphersuites(context, "TLS_AES_128_CCM_SHA256");
         }},
        {"protocol",
         [](SSL_CTX* context) {
             SSL_CTX_set_security_level(context, 0);
             SSL_CTX_set_min_proto_version(context, TLS1_VERSION);
             SSL_CTX_set_max_proto_version(context, TLS1_1_VERSION);
         }},
        {"certificate_refused",
         [](SSL_CTX* context) { SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nullptr); }},
        {"certificate_refused",
         [](SSL_CTX* context) {
             SSL_CTX_set_max_proto_version(context, TLS1_2_VERSION);
             SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nullptr);
         }},
    };
    for (std::size_t i = 0; i < std::size(cases); ++i) {
        DYNAMIC_SECTION(i << ": " << cases[i].cause)
        {
            TestServer server;
            Client client{server->port(), cases[i].configure};
            CHECK(client.is_closed_by_peer());
            CHECK(counts(server, cases[i].cause, "1"));
            CHECK(metric(server->ops_port(), "slicegate_tls_handshakes_total") == "0");
        }
    }
}

TEST_CASE("handshake: a peer that only connects is counted as gone")
{
    TestServer server;
    {
        Client const client{server->port(), Wire::plain};
    }
    CHECK(counts(server, "closed", "1"));
    CHECK(metric(server->ops_port(), "slicegate_connections_accepted_total") == "1");
}

TEST_CASE("handshake: a silent peer is counted as late, one at the end of a drain as dropped")
{
    {
        TestServer server{[](ServerOptions& options, Serving&) {
            options.limits.phases[static_cast<std::size_t>(Phase::handshake)] = std::chrono::milliseconds{1};
        }};
        Client client{server->port(), Wire::plain};
        CHECK(client.is_closed_by_peer());
        CHECK(counts(server, "timeout", "1"));
    }
    TestServer server{[](ServerOptions& options, Serving&) { options.max_connections = 1; }};
    Client silent{server->port(), Wire::plain};
    REQUIRE(becomes_true([&] { return metric(server->ops_port(), "slicegate_connections") == "1"; }));
    Client const next{server->port()};
    CHECK(silent.is_closed_by_peer());
    CHECK(counts(server, "dropped", "1"));
    CHECK(metric(server->ops_port(), "slicegate_tls_handshakes_total") == "1");
}

// A TLS 1.3 caller is done before the server has seen its certificate: it learns of the refusal when it reads.
TEST_CASE("handshake: with a client CA, callers without its certificate are refused and counted")
{
    auto const ca = ca_of(real_time());
    auto const other_ca = ca_of(real_time());
    auto const caller = caller_of(ca);
    auto const stranger = caller_of(other_ca);
    for (int const version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
        DYNAMIC_SECTION((version == TLS1_2_VERSION ? "TLS 1.2" : "TLS 1.3"))
        {
            TestServer server{demand(ca)};
            Client nobody{
                server->port(), [&](SSL_CTX* context) { SSL_CTX_set_max_proto_version(context, version); }};
            nobody.send(post("/validate", review()));
            CHECK(nobody.read().status == 0);
            CHECK(counts(server, "client_certificate", "1"));
            Client wrong{server->port(), show(stranger, version)};
            wrong.send(post("/validate", review()));
            CHECK(wrong.read().status == 0);
            CHECK(counts(server, "client_certificate", "2"));
            CHECK(metric(server->ops_port(), "slicegate_tls_handshakes_total") == "0");
            Client known{server->port(), show(caller, version)};
            REQUIRE(known.send(post("/validate", review())));
            CHECK(known.read().status == 200);
            CHECK(metric(server->ops_port(), "slicegate_tls_handshakes_total") == "1");
            CHECK(
                metric(
                    server->ops_port(),
                    R"(slicegate_reviews_total{decision="allowed",kind="Pod",operation="CREATE",path="validate"})") ==
                "1");
        }
    }
}
