// SPDX-License-Identifier: Apache-2.0
#include "certs/make.hpp"
#include "tests/certs/support.hpp"

#include <catch2/catch_test_macros.hpp>
#include <openssl/bn.h>
#include <openssl/x509v3.h>

#include <memory>
#include <string>

namespace slicegate::certs::testing {
namespace {

// An extension as `openssl x509 -text` prints it; "critical " before one that is.
std::string extension_of(Pair const& pair, int nid)
{
    int const at = X509_get_ext_by_NID(pair.certificate.get(), nid, -1);
    REQUIRE(at >= 0);
    X509_EXTENSION* const extension = X509_get_ext(pair.certificate.get(), at);
    Bio const bio{BIO_new(BIO_s_mem())};
    X509V3_EXT_print(bio.get(), extension, 0, 0);
    char* data = nullptr;
    auto const length = BIO_get_mem_data(bio.get(), &data);
    std::string const text{data, static_cast<std::size_t>(length)};
    return X509_EXTENSION_get_critical(extension) != 0 ? "critical " + text : text;
}

// As a client would: OpenSSL's own verification for a TLS server of this name.
std::string verify(Pair const& ca, Pair const& pair, char const* host, TimePoint time)
{
    std::unique_ptr<X509_STORE, FreeBy<X509_STORE_free>> const store{X509_STORE_new()};
    X509_STORE_add_cert(store.get(), ca.certificate.get());
    std::unique_ptr<X509_STORE_CTX, FreeBy<X509_STORE_CTX_free>> const context{X509_STORE_CTX_new()};
    X509_STORE_CTX_init(context.get(), store.get(), pair.certificate.get(), nullptr);
    X509_STORE_CTX_set_default(context.get(), "ssl_server");
    X509_VERIFY_PARAM* const parameters = X509_STORE_CTX_get0_param(context.get());
    X509_VERIFY_PARAM_set_time(parameters, std::chrono::system_clock::to_time_t(time));
    X509_VERIFY_PARAM_set_flags(parameters, X509_V_FLAG_X509_STRICT);  // RFC 5280 to the letter
    X509_VERIFY_PARAM_set1_host(parameters, host, 0);
    X509_verify_cert(context.get());
    return X509_verify_cert_error_string(X509_STORE_CTX_get_error(context.get()));
}

int serial_bits(Pair const& pair)
{
    std::unique_ptr<BIGNUM, FreeBy<BN_free>> const number{
        ASN1_INTEGER_to_BN(X509_get0_serialNumber(pair.certificate.get()), nullptr)};
    return BN_num_bits(number.get());
}

}  // namespace

TEST_CASE("make: a serving certificate is verified for its service's names, from a little before it was made")
{
    Pair const ca = ca_of();
    Pair const pair = serving_of(ca);
    for (char const* const host :
         {"slicegate.slicegate-system.svc", "slicegate.slicegate-system.svc.cluster.local",
          "slicegate.slicegate-system"}) {
        DYNAMIC_SECTION(host)
        {
            CHECK(verify(ca, pair, host, now) == "ok");
        }
    }
    char const* const host = "slicegate.slicegate-system.svc";
    using std::chrono::minutes;
    using std::chrono::seconds;
    CHECK(verify(ca, pair, "slicegate", now) == "hostname mismatch");
    CHECK(verify(ca, pair, host, now - minutes{4}) == "ok");
    CHECK(verify(ca, pair, host, now - minutes{6}) == "certificate is not yet valid");
    CHECK(verify(ca, pair, host, now + default_lifetime - seconds{1}) == "ok");
    CHECK(verify(ca, pair, host, now + default_lifetime + seconds{1}) == "certificate has expired");
    CHECK(verify(ca_of(), pair, host, now) == "unable to get local issuer certificate");
}

TEST_CASE("make: certificates say what they are for")
{
    auto const ca = ca_of();
    auto const pair = make_serving_pair(
        ca,
        {"gate",
         "gpu",
         {{NameKind::dns, "gate.example.com"}, {NameKind::ip, "127.0.0.1"}, {NameKind::ip, "::1"}},
         default_lifetime},
        now);
    REQUIRE(pair.has_value());
    CHECK(extension_of(ca, NID_basic_constraints) == "critical CA:TRUE, pathlen:0");
    CHECK(extension_of(ca, NID_key_usage) == "critical Certificate Sign");
    CHECK(extension_of(*pair, NID_basic_constraints) == "critical CA:FALSE");
    CHECK(extension_of(*pair, NID_key_usage) == "critical Digital Signature");
    CHECK(extension_of(*pair, NID_ext_key_usage) == "TLS Web Server Authentication");
    CHECK(
        extension_of(*pair, NID_subject_alt_name) ==
        "DNS:gate.gpu.svc, DNS:gate.gpu.svc.cluster.local, DNS:gate.gpu, DNS:gate.example.com, "
        "IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1");
    CHECK(extension_of(*pair, NID_authority_key_identifier) == extension_of(ca, NID_subject_key_identifier));
    CHECK(X509_get_signature_nid(pair->certificate.get()) == NID_ecdsa_with_SHA256);
    CHECK(EVP_PKEY_get_bits(pair->key.get()) == 256);
}

TEST_CASE("make: two CAs differ in name, serial and key")
{
    Pair const first = ca_of();
    Pair const second = ca_of();
    CHECK(
        X509_NAME_cmp(
            X509_get_subject_name(first.certificate.get()),
            X509_get_subject_name(second.certificate.get())) != 0);
    CHECK(EVP_PKEY_eq(first.key.get(), second.key.get()) == 0);
    CHECK(serial_bits(first) > 96);  // of 128 random bits, 32 leading zeros come once in 4 billion
    CHECK(serial_bits(first) <= 128);
}

TEST_CASE("make: a certificate does not outlive its CA")
{
    auto const ca = make_ca(now, std::chrono::days{10});
    REQUIRE(ca.has_value());
    auto const at_most = make_serving_pair(*ca, {"a", "b", {}, std::chrono::days{10}}, now);
    CHECK(at_most.has_value());
    auto const too_long = make_serving_pair(*ca, {"a", "b", {}, std::chrono::days{11}}, now);
    REQUIRE_FALSE(too_long.has_value());
    CHECK(
        too_long.error().message == "the certificate would outlive its CA, which ends on 2026-06-11 00:00:00 "
                                    "UTC; ask for fewer days, or for a "
                                    "new CA");
}

}  // namespace slicegate::certs::testing
