// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "server/asio.hpp"
#include "server/respond.hpp"

#include <cstddef>
#include <functional>
#include <string>

namespace slicegate::server {

// What a page of the plain port says now.
struct OpsAnswer {
    unsigned status = 200;
    std::string body;
};
using OpsPages = std::function<OpsAnswer(OpsPage)>;

// The plain port for probes and scrapes: one request a connection, a few seconds for each, few at a time. Its
// thread carries no reviews. It must outlive the last run of its context.
class OpsPort {
public:
    OpsPort(Acceptor acceptor, OpsPages pages);

    Task<> run();
    unsigned short port() const { return acceptor_.local_endpoint().port(); }

private:
    Task<> serve(Socket accepted);

    Acceptor acceptor_;
    OpsPages pages_;
    std::size_t open_ = 0;
};

}  // namespace slicegate::server
