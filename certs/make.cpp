// SPDX-License-Identifier: Apache-2.0
#include "certs/make.hpp"

#include <openssl/bn.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <cstddef>
#include <memory>
#include <span>
#include <utility>

namespace slicegate::certs {
namespace {

using Extension = std::unique_ptr<X509_EXTENSION, FreeBy<X509_EXTENSION_free>>;
using GeneralNames = std::unique_ptr<GENERAL_NAMES, FreeBy<GENERAL_NAMES_free>>;
using Number = std::unique_ptr<BIGNUM, FreeBy<BN_free>>;

constexpr int serial_bits = 128;               // RFC 5280 allows 159; nobody guesses or repeats 128
constexpr std::chrono::minutes clock_skew{5};  // the API server's clock may be behind this one

struct Text {
    int nid;
    char const* value;
};

// Nothing here fails for any request that was checked, unless memory or entropy does.
Error failure(std::string const& what)
{
    char const* const reason = ERR_reason_error_string(ERR_peek_last_error());
    ERR_clear_error();
    return {
        Errc::bad_certificate, what + " cannot be made: " + (reason != nullptr ? reason : "out of memory")};
}

bool set_serial(X509* certificate)
{
    Number const serial{BN_new()};
    return serial && BN_rand(serial.get(), serial_bits, BN_RAND_TOP_ANY, BN_RAND_BOTTOM_ANY) == 1 &&
           BN_to_ASN1_INTEGER(serial.get(), X509_get_serialNumber(certificate)) != nullptr;
}

bool set_common_name(X509* certificate, std::string const& name)
{
    auto const* const bytes = reinterpret_cast<unsigned char const*>(name.data());
    return X509_NAME_add_entry_by_NID(
               X509_get_subject_name(certificate), NID_commonName, MBSTRING_UTF8, bytes,
               static_cast<int>(name.size()), -1, 0) == 1;
}

bool set_dates(X509* certificate, TimePoint now, std::chrono::days lifetime)
{
    auto const seconds = [](TimePoint time) { return std::chrono::system_clock::to_time_t(time); };
    return ASN1_TIME_set(X509_getm_notBefore(certificate), seconds(now - clock_skew)) != nullptr &&
           ASN1_TIME_set(X509_getm_notAfter(certificate), seconds(now + lifetime)) != nullptr;
}

// In this order: an authority key identifier copies the issuer's subject key identifier.
bool add_extensions(X509* certificate, X509* issuer, std::span<Text const> texts)
{
    X509V3_CTX context{};
    X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
    for (Text const& text : texts) {
        if (text.nid == NID_authority_key_identifier &&
            X509_get_ext_by_NID(issuer, NID_subject_key_identifier, -1) < 0)
            continue;  // an old CA of somebody else
        Extension const extension{X509V3_EXT_conf_nid(nullptr, &context, text.nid, text.value)};
        if (!extension || X509_add_ext(certificate, extension.get(), -1) != 1)
            return false;
    }
    return true;
}

bool add_name(GENERAL_NAMES* names, SubjectName const& name)
{
    int const kind = name.kind == NameKind::ip ? GEN_IPADD : GEN_DNS;
    GENERAL_NAME* const general = a2i_GENERAL_NAME(nullptr, nullptr, nullptr, kind, name.text.c_str(), 0);
    if (general != nullptr && sk_GENERAL_NAME_push(names, general) > 0)
        return true;  // it is the list's now
    GENERAL_NAME_free(general);
    return false;
}

bool add_subject_names(X509* certificate, ServingRequest const& request)
{
    std::string const host = request.service + "." + request.service_namespace;
    GeneralNames const names{GENERAL_NAMES_new()};
    for (std::string const& name : {host + ".svc", host + ".svc.cluster.local", host}) {
        if (!names || !add_name(names.get(), {NameKind::dns, name}))
            return false;
    }
    for (SubjectName const& name : request.names) {
        if (!add_name(names.get(), name))
            return false;
    }
    return X509_add1_ext_i2d(certificate, NID_subject_alt_name, names.get(), 0, X509V3_ADD_DEFAULT) == 1;
}

// What a CA and a serving certificate have in common: a new key, and all but issuer, extensions and
// signature.
Result<Pair> begin_pair(std::string const& what, TimePoint now, std::chrono::days lifetime)
{
    Pair pair{Certificate{X509_new()}, Key{EVP_EC_gen("P-256")}};
    X509* const certificate = pair.certificate.get();
    bool const is_made = certificate != nullptr && pair.key &&
                         X509_set_version(certificate, X509_VERSION_3) == 1 && set_serial(certificate) &&
                         set_dates(certificate, now, lifetime) &&
                         X509_set_pubkey(certificate, pair.key.get()) == 1;
    if (!is_made)
        return failure(what);
    return pair;
}

// The CN tells an old CA from a new one where both are trusted: verifiers look an issuer up by its name
// first.
std::string make_ca_name(X509* certificate)
{
    ASN1_INTEGER const* const serial = X509_get0_serialNumber(certificate);
    constexpr char const* digits = "0123456789abcdef";
    std::string name = "slicegate CA ";
    unsigned char const* const bytes = ASN1_STRING_get0_data(serial);
    for (int i = 0; i < 4 && i < ASN1_STRING_length(serial); ++i) {
        name += digits[bytes[i] >> 4];
        name += digits[bytes[i] & 0xF];
    }
    return name;
}

// Null if it fails. OpenSSL remembers what it has seen of an unfinished certificate, so that a root made here
// would not pass for one: what is given back is decoded anew.
Certificate sign(X509* certificate, X509* issuer, EVP_PKEY* key)
{
    // Ed25519 hashes by itself and takes no digest.
    EVP_MD const* const digest = EVP_PKEY_get_base_id(key) == EVP_PKEY_ED25519 ? nullptr : EVP_sha256();
    bool const is_signed = X509_set_issuer_name(certificate, X509_get_subject_name(issuer)) == 1 &&
                           X509_sign(certificate, key, digest) > 0;
    return Certificate{is_signed ? X509_dup(certificate) : nullptr};
}

// OpenSSL wipes its own memory when the Bio goes.
std::string take_text(BIO* bio)
{
    char* data = nullptr;
    long const length = BIO_get_mem_data(bio, &data);
    return length > 0 ? std::string(data, static_cast<std::size_t>(length)) : std::string{};
}

}  // namespace

Result<Pair> make_ca(TimePoint now, std::chrono::days lifetime)
{
    constexpr Text extensions[] = {
        {NID_basic_constraints, "critical,CA:TRUE,pathlen:0"},
        {NID_key_usage, "critical,keyCertSign"},
        {NID_subject_key_identifier, "hash"},
        {NID_authority_key_identifier, "keyid:always"},
    };
    auto ca = begin_pair("the CA", now, lifetime);
    if (!ca)
        return ca;
    X509* const draft = ca->certificate.get();
    bool const is_drafted =
        set_common_name(draft, make_ca_name(draft)) && add_extensions(draft, draft, extensions);
    ca->certificate = is_drafted ? sign(draft, draft, ca->key.get()) : nullptr;
    if (!ca->certificate)
        return failure("the CA");
    return ca;
}

Result<Pair> make_serving_pair(Pair const& ca, ServingRequest const& request, TimePoint now)
{
    constexpr Text extensions[] = {
        {NID_basic_constraints, "critical,CA:FALSE"},
        {NID_key_usage, "critical,digitalSignature"},
        {NID_ext_key_usage, "serverAuth"},
        {NID_subject_key_identifier, "hash"},
        {NID_authority_key_identifier, "keyid:always"},
    };
    X509* const issuer = ca.certificate.get();
    TimePoint const ca_end = parse_asn1_time(X509_get0_notAfter(issuer));
    if (now + request.lifetime > ca_end + std::chrono::seconds{1})  // X.509 counts whole seconds
        return Error{
            Errc::bad_option, "the certificate would outlive its CA, which ends on " + render_time(ca_end) +
                                  "; ask for fewer days, or for a new CA"};
    auto pair = begin_pair("the certificate", now, request.lifetime);
    if (!pair)
        return pair;
    X509* const draft = pair->certificate.get();
    bool const is_drafted = set_common_name(draft, request.service) &&
                            add_extensions(draft, issuer, extensions) && add_subject_names(draft, request);
    pair->certificate = is_drafted ? sign(draft, issuer, ca.key.get()) : nullptr;
    if (!pair->certificate)
        return failure("the certificate");
    return pair;
}

std::string render_certificate(X509* certificate)
{
    Bio const bio{BIO_new(BIO_s_mem())};
    PEM_write_bio_X509(bio.get(), certificate);
    return take_text(bio.get());
}

Secret render_key(EVP_PKEY* key)
{
    Bio const bio{BIO_new(BIO_s_secmem())};
    PEM_write_bio_PrivateKey(bio.get(), key, nullptr, nullptr, 0, nullptr, nullptr);
    return Secret{take_text(bio.get())};
}

}  // namespace slicegate::certs
