// SPDX-License-Identifier: Apache-2.0
#include "certs/tls_context.hpp"

#include <openssl/err.h>

#include <array>
#include <string>
#include <string_view>

namespace slicegate::certs {
namespace {

// Forward secrecy and AEAD. kube-apiserver offers all of them for both kinds of key; AES-128 first, as the
// cheapest.
constexpr char const* tls12_suites = "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:"
                                     "ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384:"
                                     "ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305";
constexpr char const* tls13_suites =
    "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256";

// OpenSSL's level 2: keys and digests of 112 bits or more. Said here, so that no openssl.cnf lowers it.
constexpr int security_level = 2;

constexpr std::array<unsigned char, 9> http_1_1 = {8, 'h', 't', 't', 'p', '/', '1', '.', '1'};

// No answer rather than a failed handshake where the caller offers other protocols alone: a Go client then
// speaks HTTP/1.1.
int select_protocol(
    SSL*, unsigned char const** chosen, unsigned char* length, unsigned char const* offered,
    unsigned int offered_length, void*)
{
    for (unsigned int at = 0; at < offered_length; at += offered[at] + 1U) {
        std::string_view const name{reinterpret_cast<char const*>(offered + at + 1), offered[at]};
        if (name == "http/1.1") {
            *chosen = http_1_1.data() + 1;
            *length = http_1_1[0];
            return SSL_TLSEXT_ERR_OK;
        }
    }
    return SSL_TLSEXT_ERR_NOACK;
}

Error tls_error(std::string const& what)
{
    unsigned long const code = ERR_peek_last_error();
    char const* const reason = ERR_reason_error_string(code);
    ERR_clear_error();
    return {Errc::bad_certificate, what + ": " + (reason != nullptr ? reason : "out of memory")};
}

// kube-apiserver never resumes a session: a ticket would be bytes and keys for nobody.
void forbid_resumption(SSL_CTX* context)
{
    SSL_CTX_set_options(context, SSL_OP_NO_TICKET);
    SSL_CTX_set_num_tickets(context, 0);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
}

bool restrict_protocol(SSL_CTX* context)
{
    SSL_CTX_set_security_level(context, security_level);
    SSL_CTX_set_options(
        context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE);
    // An idle connection holds no 34 KiB of buffers; the chain is the one given, not looked for among client
    // CAs.
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_NO_AUTO_CHAIN);
    SSL_CTX_set_alpn_select_cb(context, select_protocol, nullptr);
    forbid_resumption(context);
    return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1 &&
           SSL_CTX_set_max_proto_version(context, 0) == 1 &&
           SSL_CTX_set_cipher_list(context, tls12_suites) == 1 &&
           SSL_CTX_set_ciphersuites(context, tls13_suites) == 1;
}

bool use_identity(SSL_CTX* context, Credentials const& credentials)
{
    if (SSL_CTX_use_certificate(context, credentials.leaf.get()) != 1 ||
        SSL_CTX_use_PrivateKey(context, credentials.key.get()) != 1)
        return false;
    for (Certificate const& intermediate : credentials.intermediates) {
        if (SSL_CTX_add1_chain_cert(context, intermediate.get()) != 1)
            return false;
    }
    return true;
}

// The names of the CAs go to the caller, so that it can choose among its certificates.
bool demand_client_certificate(SSL_CTX* context, Credentials const& credentials)
{
    X509_STORE* const store = SSL_CTX_get_cert_store(context);
    for (Certificate const& ca : credentials.client_cas) {
        if (X509_STORE_add_cert(store, ca.get()) != 1 || SSL_CTX_add_client_CA(context, ca.get()) != 1)
            return false;
    }
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
    return true;
}

}  // namespace

Result<TlsContext> make_tls_context(Credentials const& credentials)
{
    TlsContext context{SSL_CTX_new(TLS_server_method())};
    if (!context || !restrict_protocol(context.get()))
        return tls_error("TLS cannot be set up");
    if (!use_identity(context.get(), credentials))
        return tls_error("OpenSSL does not take the certificate and its key");
    if (!credentials.client_cas.empty() && !demand_client_certificate(context.get(), credentials))
        return tls_error("OpenSSL does not take the client CA");
    return context;
}

}  // namespace slicegate::certs
