// SPDX-License-Identifier: Apache-2.0
#include "certs/tls_context.hpp"
#include "tests/certs/support.hpp"

#include <catch2/catch_test_macros.hpp>
#include <openssl/err.h>
#include <openssl/ssl.h>

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace slicegate::certs::testing {
namespace {

using Tls = std::unique_ptr<SSL, FreeBy<SSL_free>>;

constexpr char const* service_host = "slicegate.slicegate-system.svc";
constexpr std::string_view go_protocols = "\x08http/1.1";

// Both ends of a connection in memory, as far as they got.
struct Connection {
    Tls server;
    Tls client;
    std::string server_end = {};  // "done", or OpenSSL's words; empty: still waiting
    std::string client_end = {};
};

void step(SSL* side, std::string& end)
{
    if (!end.empty())
        return;
    ERR_clear_error();
    int const result = SSL_do_handshake(side);
    if (result == 1)
        end = "done";
    else if (SSL_get_error(side, result) != SSL_ERROR_WANT_READ)
        end = ERR_reason_error_string(ERR_peek_error());
}

// A TLS 1.3 client is done before the server has looked at its certificate.
void shake(Connection& connection)
{
    constexpr int enough_rounds = 10;  // TLS 1.2 takes four
    for (int round = 0; round < enough_rounds; ++round) {
        step(connection.client.get(), connection.client_end);
        step(connection.server.get(), connection.server_end);
    }
    CHECK_FALSE(connection.client_end.empty());
    CHECK_FALSE(connection.server_end.empty());
}

struct Caller {
    TlsContext context{SSL_CTX_new(TLS_client_method())};
    std::string host = service_host;

    explicit Caller(Pair const& ca)
    {
        // The certificates are of the test's own date.
        X509_VERIFY_PARAM_set_time(SSL_CTX_get0_param(get()), std::chrono::system_clock::to_time_t(now));
        X509_STORE_add_cert(SSL_CTX_get_cert_store(get()), ca.certificate.get());
        SSL_CTX_set_verify(get(), SSL_VERIFY_PEER, nullptr);
    }
    SSL_CTX* get() { return context.get(); }
    void offer(std::string_view protocols)
    {
        SSL_CTX_set_alpn_protos(
            get(), reinterpret_cast<unsigned char const*>(protocols.data()),
            static_cast<unsigned>(protocols.size()));
    }
    void show(Pair const& pair)
    {
        SSL_CTX_use_certificate(get(), pair.certificate.get());
        SSL_CTX_use_PrivateKey(get(), pair.key.get());
    }
};

Connection connect(SSL_CTX* server, Caller& caller)
{
    X509_VERIFY_PARAM_set_time(SSL_CTX_get0_param(server), std::chrono::system_clock::to_time_t(now));
    Connection connection{Tls{SSL_new(server)}, Tls{SSL_new(caller.get())}};
    BIO* left = nullptr;
    BIO* right = nullptr;
    REQUIRE(BIO_new_bio_pair(&left, 0, &right, 0) == 1);
    SSL_set_bio(connection.server.get(), left, left);
    SSL_set_bio(connection.client.get(), right, right);
    SSL_set_accept_state(connection.server.get());
    SSL_set_connect_state(connection.client.get());
    SSL_set1_host(connection.client.get(), caller.host.c_str());
    shake(connection);
    return connection;
}

std::string protocol_of(Connection const& connection)
{
    unsigned char const* name = nullptr;
    unsigned int length = 0;
    SSL_get0_alpn_selected(connection.client.get(), &name, &length);
    return {reinterpret_cast<char const*>(name), length};
}

Certificate share(Certificate const& certificate)
{
    X509_up_ref(certificate.get());
    return Certificate{certificate.get()};
}

Credentials credentials_of(Pair pair)
{
    Credentials credentials{};
    credentials.leaf = std::move(pair.certificate);
    credentials.key = std::move(pair.key);
    return credentials;
}

TlsContext context_of(Credentials const& credentials)
{
    auto context = make_tls_context(credentials);
    REQUIRE(context.has_value());
    return std::move(*context);
}

}  // namespace

TEST_CASE("tls-context: a caller that trusts the CA verifies the service's name in TLS 1.3 and 1.2")
{
    Pair const ca = ca_of();
    TlsContext const server = context_of(credentials_of(serving_of(ca)));
    for (int const version : {TLS1_3_VERSION, TLS1_2_VERSION}) {
        DYNAMIC_SECTION("version " << version)
        {
            Caller caller{ca};
            SSL_CTX_set_max_proto_version(caller.get(), version);
            caller.offer(go_protocols);
            Connection const connection = connect(server.get(), caller);
            CHECK(connection.client_end == "done");
            CHECK(connection.server_end == "done");
            CHECK(SSL_version(connection.client.get()) == version);
            CHECK(protocol_of(connection) == "http/1.1");
            CHECK(SSL_get_verify_result(connection.client.get()) == X509_V_OK);
        }
    }
}

TEST_CASE("tls-context: a caller that asks for another host does not go on")
{
    Pair const ca = ca_of();
    TlsContext const server = context_of(credentials_of(serving_of(ca)));
    Caller caller{ca};
    caller.host = "other.slicegate-system.svc";
    Connection const connection = connect(server.get(), caller);
    CHECK(connection.client_end == "certificate verify failed");
    CHECK(SSL_get_verify_result(connection.client.get()) == X509_V_ERR_HOSTNAME_MISMATCH);
}

TEST_CASE("tls-context: old versions and suites without AEAD are refused by the server")
{
    Pair const ca = ca_of();
    TlsContext const server = context_of(credentials_of(serving_of(ca)));
    Caller caller{ca};
    SSL_CTX_set_security_level(caller.get(), 0);  // so that the caller itself has nothing against it
    SECTION("TLS 1.1")
    {
        SSL_CTX_set_min_proto_version(caller.get(), TLS1_1_VERSION);
        SSL_CTX_set_max_proto_version(caller.get(), TLS1_1_VERSION);
        CHECK(connect(server.get(), caller).server_end == "unsupported protocol");
    }
    SECTION("CBC")
    {
        SSL_CTX_set_max_proto_version(caller.get(), TLS1_2_VERSION);
        SSL_CTX_set_cipher_list(caller.get(), "ECDHE-ECDSA-AES128-SHA:ECDHE-ECDSA-AES128-SHA256");
        CHECK(connect(server.get(), caller).server_end == "no shared cipher");
    }
}

TEST_CASE("tls-context: http/1.1 is chosen wherever it is offered, other protocols get no answer")
{
    struct Case {
        char const* name;
        std::string_view offered;
        char const* chosen;
    };
    constexpr Case cases[] = {
        {"h2 first, as for a loopback URL", "\x02h2\x08http/1.1", "http/1.1"},
        {"h2 alone", "\x02h2", ""},
        {"nothing", "", ""},
    };
    Pair const ca = ca_of();
    TlsContext const server = context_of(credentials_of(serving_of(ca)));
    for (Case const& one : cases) {
        DYNAMIC_SECTION(one.name)
        {
            Caller caller{ca};
            caller.offer(one.offered);
            Connection const connection = connect(server.get(), caller);
            CHECK(connection.client_end == "done");
            CHECK(protocol_of(connection) == one.chosen);
        }
    }
}

TEST_CASE("tls-context: no session can be resumed")
{
    Pair const ca = ca_of();
    TlsContext const server = context_of(credentials_of(serving_of(ca)));
    for (int const version : {TLS1_3_VERSION, TLS1_2_VERSION}) {
        DYNAMIC_SECTION("version " << version)
        {
            Caller caller{ca};
            SSL_CTX_set_max_proto_version(caller.get(), version);
            Connection const connection = connect(server.get(), caller);
            REQUIRE(connection.client_end == "done");
            char byte = 0;
            CHECK(SSL_read(connection.client.get(), &byte, 1) == -1);  // takes a ticket in, if one was sent
            CHECK(SSL_SESSION_is_resumable(SSL_get0_session(connection.client.get())) == 0);
        }
    }
}

TEST_CASE("tls-context: a caller cannot renegotiate")
{
    Pair const ca = ca_of();
    TlsContext const server = context_of(credentials_of(serving_of(ca)));
    Caller caller{ca};
    SSL_CTX_set_max_proto_version(caller.get(), TLS1_2_VERSION);
    Connection connection = connect(server.get(), caller);
    REQUIRE(connection.client_end == "done");
    REQUIRE(SSL_renegotiate(connection.client.get()) == 1);
    connection.client_end.clear();
    step(connection.client.get(), connection.client_end);
    char byte = 0;
    SSL_read(connection.server.get(), &byte, 1);
    step(connection.client.get(), connection.client_end);
    CHECK(connection.client_end == "no renegotiation");
}

TEST_CASE("tls-context: intermediates are sent")
{
    Pair const root = make_odd({.common_name = "root", .basic_constraints = "critical,CA:TRUE"});
    Pair const middle =
        make_odd({.issuer = &root, .common_name = "middle", .basic_constraints = "critical,CA:TRUE"});
    Credentials credentials = credentials_of(make_odd({.issuer = &middle}));
    credentials.intermediates.push_back(share(middle.certificate));
    TlsContext const server = context_of(credentials);
    Caller caller{root};
    CHECK(connect(server.get(), caller).client_end == "done");
}

TEST_CASE("tls-context: with a client CA only callers of that CA are answered")
{
    Pair const ca = ca_of();
    Pair const client_ca = ca_of();
    Credentials credentials = credentials_of(serving_of(ca));
    credentials.client_cas.push_back(share(client_ca.certificate));
    TlsContext const server = context_of(credentials);
    Caller caller{ca};
    SECTION("without a certificate")
    {
        CHECK(connect(server.get(), caller).server_end == "peer did not return a certificate");
    }
    SECTION("of another CA")
    {
        caller.show(make_odd({.issuer = &ca, .extended_key_usage = "clientAuth"}));
        CHECK(connect(server.get(), caller).server_end == "certificate verify failed");
    }
    SECTION("for servers")
    {
        caller.show(make_odd({.issuer = &client_ca, .extended_key_usage = "serverAuth"}));
        CHECK(connect(server.get(), caller).server_end == "certificate verify failed");
    }
    SECTION("expired")
    {
        caller.show(make_odd({.issuer = &client_ca, .from = now - std::chrono::days{30}}));
        CHECK(connect(server.get(), caller).server_end == "certificate verify failed");
    }
    SECTION("of that CA")
    {
        caller.show(make_odd({.issuer = &client_ca, .extended_key_usage = "clientAuth"}));
        Connection const connection = connect(server.get(), caller);
        CHECK(connection.server_end == "done");
        CHECK(connection.client_end == "done");
    }
}

TEST_CASE("tls-context: a key of another certificate is an error, not a server without one")
{
    Pair const ca = ca_of();
    Credentials credentials = credentials_of(serving_of(ca));
    credentials.key = serving_of(ca).key;
    auto const context = make_tls_context(credentials);
    REQUIRE_FALSE(context.has_value());
    CHECK(context.error().code == Errc::bad_certificate);
    CHECK(
        context.error().message == "OpenSSL does not take the certificate and its key: key values mismatch");
}

}  // namespace slicegate::certs::testing
