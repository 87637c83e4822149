// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <memory>

namespace slicegate::certs {

// OpenSSL's objects, freed by OpenSSL. EVP_PKEY_free clears the private numbers before it frees them.
template <auto Free> struct FreeBy {
    template <class T> void operator()(T* object) const noexcept { Free(object); }
};
using Bio = std::unique_ptr<BIO, FreeBy<BIO_free_all>>;
using Certificate = std::unique_ptr<X509, FreeBy<X509_free>>;
using Key = std::unique_ptr<EVP_PKEY, FreeBy<EVP_PKEY_free>>;
using TlsContext = std::unique_ptr<SSL_CTX, FreeBy<SSL_CTX_free>>;

}  // namespace slicegate::certs
