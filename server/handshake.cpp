// SPDX-License-Identifier: Apache-2.0
#include "server/handshake.hpp"

#include <openssl/err.h>
#include <openssl/sslerr.h>

namespace slicegate::server {

HandshakeFailure classify_handshake(unsigned long openssl_error)
{
    if (openssl_error == 0 || ERR_SYSTEM_ERROR(openssl_error))
        return HandshakeFailure::closed;
    if (ERR_GET_LIB(openssl_error) != ERR_LIB_SSL)
        return HandshakeFailure::other;
    switch (ERR_GET_REASON(openssl_error)) {
    case SSL_R_UNEXPECTED_EOF_WHILE_READING:
        return HandshakeFailure::closed;
    case SSL_R_NO_SHARED_CIPHER:
    case SSL_R_NO_SUITABLE_GROUPS:
    case SSL_R_NO_SUITABLE_KEY_SHARE:
    case SSL_R_NO_SUITABLE_SIGNATURE_ALGORITHM:
    case SSL_R_NO_SHARED_SIGNATURE_ALGORITHMS:
        return HandshakeFailure::cipher;
    case SSL_R_PEER_DID_NOT_RETURN_A_CERTIFICATE:
    case SSL_R_CERTIFICATE_VERIFY_FAILED:
    case SSL_R_NO_CERTIFICATE_ASSIGNED:
        return HandshakeFailure::client_certificate;
    case SSL_R_SSLV3_ALERT_BAD_CERTIFICATE:
    case SSL_R_SSLV3_ALERT_CERTIFICATE_EXPIRED:
    case SSL_R_SSLV3_ALERT_CERTIFICATE_REVOKED:
    case SSL_R_SSLV3_ALERT_CERTIFICATE_UNKNOWN:
    case SSL_R_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE:
    case SSL_R_TLSV1_ALERT_UNKNOWN_CA:
        return HandshakeFailure::certificate_refused;
    default:
        return HandshakeFailure::protocol;
    }
}

}  // namespace slicegate::server
