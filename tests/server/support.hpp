// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "server/server.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

namespace slicegate::server::testing {

// A server in this process, on ports that the system chooses, with the default policy and a certificate of
// its own.
class TestServer {
public:
    using Adjust = std::function<void(ServerOptions& options, Serving& serving)>;
    explicit TestServer(Adjust const& adjust = {});
    ~TestServer();
    TestServer(TestServer const&) = delete;
    TestServer& operator=(TestServer const&) = delete;

    Server& operator*() { return *server_; }
    Server* operator->() { return server_.get(); }

    // Waits for the end of run().
    void join() { thread_.join(); }

private:
    std::shared_ptr<Logger> logger_;
    std::unique_ptr<Server> server_;
    std::thread thread_;
};

struct Response {
    int status = 0;
    std::map<std::string, std::string> fields;  // names in lower case
    std::string body;
};

enum class Wire { tls, plain };

// A blocking client. Nothing takes it longer than ten seconds: a server that does not answer fails the test.
class Client {
public:
    // `receive_bytes`: of the kernel's buffer, 0 for its own choice.
    explicit Client(unsigned short port, Wire wire = Wire::tls, int receive_bytes = 0);

    // As `configure` sets it up: its versions, suites, certificates.
    using Configure = std::function<void(SSL_CTX* context)>;
    Client(unsigned short port, Configure const& configure);
    ~Client();
    Client(Client const&) = delete;
    Client& operator=(Client const&) = delete;

    // False where the peer has closed.
    bool send(std::string_view bytes);

    // The next answer; status 0 where the connection ends first. `head_only`: of a request by HEAD.
    Response read(bool head_only = false);

    // Whether the server ends the connection, as opposed to leaving it open.
    bool is_closed_by_peer();

    // A digest of the certificate that the server has shown.
    std::string certificate() const;

private:
    void shake_hands();
    long receive(char* buffer, std::size_t size);
    bool receive_until(std::string_view mark);

    int descriptor_;
    std::shared_ptr<SSL_CTX> context_;
    std::shared_ptr<SSL> ssl_;
    std::string buffer_;
};

// Whether anybody listens there.
bool is_listening(unsigned short port);

// One GET on the plain port.
Response get(unsigned short ops_port, std::string_view path);

// The value of a series without labels.
std::string metric(unsigned short ops_port, std::string_view name);

// Looks again and again, ten seconds at most.
bool becomes_true(std::function<bool()> const& condition);

// A review of a pod without a GPU, padded to `bytes` with white space.
std::string review(std::size_t bytes = 0);
std::string post(std::string_view path, std::string_view body, std::string_view fields = {});

}  // namespace slicegate::server::testing
