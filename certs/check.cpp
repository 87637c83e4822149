// SPDX-License-Identifier: Apache-2.0
#include "certs/check.hpp"

#include <openssl/obj_mac.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

namespace slicegate::certs {
namespace {

using GeneralNames = std::unique_ptr<GENERAL_NAMES, FreeBy<GENERAL_NAMES_free>>;

Problem check_dates(X509* certificate, TimePoint now)
{
    TimePoint const from = parse_asn1_time(X509_get0_notBefore(certificate));
    TimePoint const until = parse_asn1_time(X509_get0_notAfter(certificate));
    if (now >= until)
        return "expired on " + render_time(until) + "; renew it";
    if (now < from)
        return "is not valid before " + render_time(from) + "; wait, or set this machine's clock";
    return {};
}

// Go's verifier refuses MD5 and SHA-1 since 1.18. Ed25519 names no digest of its own.
Problem check_signature(X509* certificate)
{
    int digest = NID_undef;
    int key_kind = NID_undef;
    if (X509_get_signature_info(certificate, &digest, &key_kind, nullptr, nullptr) != 1)
        return "is signed in an unknown way; have it signed with SHA-256";
    if (digest == NID_sha1 || digest == NID_md5)
        return std::string{"is signed with "} + OBJ_nid2sn(digest) +
               ", which kube-apiserver refuses; have it signed with SHA-256";
    return {};
}

// Go's crypto/tls takes RSA up to 8192 bits, ECDSA on three curves, and Ed25519; RSA below 2048 bits is
// weaker than the 112 bits that OpenSSL's security level 2 asks for.
bool is_strong(EVP_PKEY* key)
{
    constexpr std::array<std::string_view, 3> curves = {"prime256v1", "secp384r1", "secp521r1"};
    int const bits = EVP_PKEY_get_bits(key);
    switch (EVP_PKEY_get_base_id(key)) {
    case EVP_PKEY_RSA:
        return bits >= 2048 && bits <= 8192;
    case EVP_PKEY_ED25519:
        return true;
    case EVP_PKEY_EC: {
        std::array<char, 80> name{};
        std::size_t length = 0;
        return EVP_PKEY_get_group_name(key, name.data(), name.size(), &length) == 1 &&
               std::ranges::find(curves, std::string_view{name.data(), length}) != curves.end();
    }
    default:
        return false;
    }
}

Problem check_key(X509* certificate)
{
    EVP_PKEY* const key = X509_get0_pubkey(certificate);
    if (key != nullptr && is_strong(key))
        return {};
    std::string const kind = key == nullptr ? "unknown" : OBJ_nid2sn(EVP_PKEY_get_base_id(key));
    std::string const bits = key == nullptr ? "" : ", " + std::to_string(EVP_PKEY_get_bits(key)) + " bits";
    return "has a key that is weak or that kube-apiserver does not know (" + kind + bits +
           "); use ECDSA P-256, P-384 or P-521, RSA of 2048 to 8192 bits, or Ed25519";
}

Problem check_names(X509* certificate)
{
    GeneralNames const names{
        static_cast<GENERAL_NAMES*>(X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr))};
    for (int i = 0; names && i < sk_GENERAL_NAME_num(names.get()); ++i) {
        int const kind = sk_GENERAL_NAME_value(names.get(), i)->type;
        if (kind == GEN_DNS || kind == GEN_IPADD)
            return {};
    }
    return "has no DNS name or IP address as subjectAltName, and kube-apiserver ignores the CN; make it for "
           "DNS:<service>.<namespace>.svc";
}

// No such extension: any use is fine.
Problem check_purpose(X509* certificate)
{
    if ((X509_get_extended_key_usage(certificate) & (XKU_SSL_SERVER | XKU_ANYEKU)) == 0)
        return "is not for servers (extendedKeyUsage); have it made with serverAuth";
    if ((X509_get_key_usage(certificate) & KU_DIGITAL_SIGNATURE) == 0)
        return "may not sign a TLS handshake (keyUsage); have it made with digitalSignature";
    return {};
}

}  // namespace

bool is_ca(X509* certificate)
{
    return X509_check_ca(certificate) != 0;
}

bool is_self_issued(X509* certificate)
{
    return X509_check_issued(certificate, certificate) == X509_V_OK;
}

Problem check_serving_certificate(X509* certificate, TimePoint now)
{
    if (Problem problem = check_dates(certificate, now))
        return problem;
    for (auto const check : {check_key, check_signature, check_names, check_purpose}) {
        if (Problem problem = check(certificate))
            return problem;
    }
    return {};
}

Problem check_intermediate(X509* certificate, TimePoint now)
{
    if (Problem problem = check_dates(certificate, now))
        return problem;
    if (Problem problem = check_key(certificate))
        return problem;
    return check_signature(certificate);
}

Problem check_ca(X509* certificate, TimePoint now)
{
    if (!is_ca(certificate))
        return "is not a CA (basicConstraints); give the certificate of the issuer";
    if (Problem problem = check_dates(certificate, now))
        return problem;
    return check_key(certificate);
}

}  // namespace slicegate::certs
