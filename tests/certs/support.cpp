// SPDX-License-Identifier: Apache-2.0
#include "tests/certs/support.hpp"

#include <catch2/catch_test_macros.hpp>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>
#include <utility>

namespace slicegate::certs::testing {
namespace {

void add_extension(X509* certificate, X509* issuer, int nid, char const* value)
{
    if (value == nullptr)
        return;
    X509V3_CTX context{};
    X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
    std::unique_ptr<X509_EXTENSION, FreeBy<X509_EXTENSION_free>> const extension{
        X509V3_EXT_conf_nid(nullptr, &context, nid, value)};
    REQUIRE(extension);
    REQUIRE(X509_add_ext(certificate, extension.get(), -1) == 1);
}

void set_time(ASN1_TIME* field, TimePoint time)
{
    REQUIRE(ASN1_TIME_set(field, std::chrono::system_clock::to_time_t(time)) != nullptr);
}

}  // namespace

TempDir::TempDir()
{
    std::string name = (std::filesystem::temp_directory_path() / "slicegate.XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    root_ = name;
}

TempDir::~TempDir()
{
    std::error_code ignored;
    std::filesystem::remove_all(root_, ignored);
}

std::string TempDir::write(std::string_view name, std::string_view content) const
{
    std::ofstream{root_ / name, std::ios::binary} << content;
    return path(name);
}

std::string TempDir::read(std::string_view name) const
{
    std::ostringstream text;
    text << std::ifstream{root_ / name, std::ios::binary}.rdbuf();
    return text.str();
}

Pair make_odd(OddOptions options)
{
    Pair pair{Certificate{X509_new()}, options.key ? std::move(options.key) : Key{EVP_EC_gen("P-256")}};
    X509* const certificate = pair.certificate.get();
    X509* const issuer = options.issuer != nullptr ? options.issuer->certificate.get() : certificate;
    EVP_PKEY* const signer = options.issuer != nullptr ? options.issuer->key.get() : pair.key.get();
    auto const* const name = reinterpret_cast<unsigned char const*>(options.common_name);
    X509_set_version(certificate, X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), 7);
    X509_NAME_add_entry_by_txt(X509_get_subject_name(certificate), "CN", MBSTRING_UTF8, name, -1, -1, 0);
    X509_set_issuer_name(certificate, X509_get_subject_name(issuer));
    set_time(X509_getm_notBefore(certificate), options.from);
    set_time(X509_getm_notAfter(certificate), options.from + options.lifetime);
    X509_set_pubkey(certificate, pair.key.get());
    add_extension(certificate, issuer, NID_basic_constraints, options.basic_constraints);
    add_extension(certificate, issuer, NID_subject_alt_name, options.subject_alt_name);
    add_extension(certificate, issuer, NID_ext_key_usage, options.extended_key_usage);
    add_extension(certificate, issuer, NID_key_usage, options.key_usage);
    REQUIRE(X509_sign(certificate, signer, options.digest) > 0);
    pair.certificate.reset(X509_dup(certificate));  // without what OpenSSL saw of it before it was finished
    return pair;
}

Pair ca_of(TimePoint time)
{
    auto ca = make_ca(time, default_ca_lifetime);
    REQUIRE(ca.has_value());
    return std::move(*ca);
}

Pair serving_of(Pair const& ca, TimePoint time)
{
    auto pair = make_serving_pair(ca, {"slicegate", "slicegate-system", {}, default_lifetime}, time);
    REQUIRE(pair.has_value());
    return std::move(*pair);
}

std::string render_encrypted_key(EVP_PKEY* key, KeyFormat format)
{
    Bio const bio{BIO_new(BIO_s_mem())};
    unsigned char phrase[] = "phrase";
    auto const write =
        format == KeyFormat::pkcs8 ? PEM_write_bio_PrivateKey : PEM_write_bio_PrivateKey_traditional;
    REQUIRE(write(bio.get(), key, EVP_aes_128_cbc(), phrase, 6, nullptr, nullptr) == 1);
    char* data = nullptr;
    auto const length = BIO_get_mem_data(bio.get(), &data);
    return {data, static_cast<std::size_t>(length)};
}

}  // namespace slicegate::certs::testing
