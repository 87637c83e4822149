// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "certs/load.hpp"
#include "certs/openssl.hpp"
#include "policy/error.hpp"

namespace slicegate::certs {

// The server side of TLS for these credentials, which may go afterwards: TLS 1.2 and 1.3, AEAD suites, full
// handshakes only, http/1.1 where ALPN offers it, a client certificate demanded where there is a client CA.
// boost::asio::ssl::context takes it over: `ssl::context context{made->release()};`.
[[nodiscard]] Result<TlsContext> make_tls_context(Credentials const& credentials);

}  // namespace slicegate::certs
