// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace slicegate::server {

// Why a connection ended before its handshake did.
enum class HandshakeFailure {
    timeout,              // past --handshake-timeout
    closed,               // the peer went; a probe that only connects ends so
    dropped,              // by us: to make room, or at the end of a drain
    protocol,             // no TLS, too old a version, or a breach of it
    cipher,               // no suite, group or signature in common
    client_certificate,   // --client-ca: none was shown, or not one of that CA
    certificate_refused,  // the caller does not take ours: as a rule another caBundle, or the wrong name
    other
};

// Their words in metrics and log, in that order.
inline constexpr std::array<char const*, 8> handshake_failure_words{
    "timeout", "closed", "dropped", "protocol", "cipher", "client_certificate", "certificate_refused",
    "other"};

constexpr std::string_view word_of(HandshakeFailure failure)
{
    return handshake_failure_words.at(static_cast<std::size_t>(failure));
}

// What the last error of OpenSSL's queue stands for; 0, no error of its own: the peer has gone.
[[nodiscard]] HandshakeFailure classify_handshake(unsigned long openssl_error);

}  // namespace slicegate::server
