// SPDX-License-Identifier: Apache-2.0
#include "server/reload.hpp"
#include "tests/certs/support.hpp"
#include "tests/server/support.hpp"

#include <boost/asio/post.hpp>
#include <catch2/catch_test_macros.hpp>
#include <spdlog/sinks/ostream_sink.h>

#include <filesystem>
#include <fstream>
#include <future>
#include <sstream>

using namespace slicegate;
using namespace slicegate::server;
using namespace slicegate::server::testing;
using certs::testing::ca_of;
using certs::testing::serving_of;
using certs::testing::TempDir;

namespace {

certs::TimePoint real_time()
{
    return std::chrono::system_clock::now();
}

struct Files {
    std::string certificate;
    std::string key;
};

Files make_files()
{
    auto const ca = ca_of(real_time());
    auto const pair = serving_of(ca, real_time());
    return {
        certs::render_certificate(pair.certificate.get()),
        std::string{certs::render_key(pair.key.get()).view()}};
}

// A directory as a kubelet mounts a Secret: names that lead through ..data to a directory of the moment.
class Mount {
public:
    explicit Mount(Files const& files)
    {
        swap(files);
        for (auto const* name : {"tls.crt", "tls.key"})
            std::filesystem::create_symlink(std::string{"..data/"} + name, dir_.path(name));
    }
    void swap(Files const& files)
    {
        auto const folder = "..moment" + std::to_string(++moment_);
        std::filesystem::create_directory(dir_.path(folder));
        dir_.write(folder + "/tls.crt", files.certificate);
        dir_.write(folder + "/tls.key", files.key);
        std::filesystem::create_symlink(folder, dir_.path("..data_tmp"));
        std::filesystem::rename(dir_.path("..data_tmp"), dir_.path("..data"));
        if (moment_ > 1)
            std::filesystem::remove_all(dir_.path("..moment" + std::to_string(moment_ - 1)));
    }
    std::string path(std::string_view name) const { return dir_.path(name); }

private:
    TempDir dir_;
    int moment_ = 0;
};

// A server, its files, and what looks at them; a look is taken when the test says so.
class Followed {
public:
    explicit Followed(ServeOptions options)
        : options_{std::move(options)}, server_{[this](ServerOptions&, Serving& serving) {
              auto const tls = load_tls({options_.tls_cert, options_.tls_key, options_.client_ca});
              REQUIRE(tls.has_value());
              serving.tls = tls->context;
              serving.certificate_end = tls->certificate_end;
              serving_ = serving;
          }},
          reload_{options_, serving_, *server_, logger_}
    {
        logger_.set_pattern("%l %v");
    }

    void look(int times = 1)
    {
        for (int i = 0; i < times; ++i) {
            std::promise<void> looked;
            boost::asio::post(server_->executor(), [&] {
                reload_.look();
                looked.set_value();
            });
            looked.get_future().wait();
        }
    }

    std::string value(std::string_view name) { return metric(server_->ops_port(), name); }
    std::string certificate() { return Client{server_->port()}.certificate(); }
    unsigned short port() { return server_->port(); }
    std::string ready() { return get(server_->ops_port(), "/readyz?verbose").body; }
    std::string lines() { return lines_.str(); }
    Level level() const { return logger_.level(); }
    void set_level(Level level) { logger_.set_level(level); }

private:
    std::ostringstream lines_;
    Logger logger_{"test", std::make_shared<spdlog::sinks::ostream_sink_mt>(lines_)};
    ServeOptions options_;
    Serving serving_;
    TestServer server_;
    Reload reload_;
};

ServeOptions options_of(std::string certificate, std::string key)
{
    ServeOptions options;
    options.tls_cert = std::move(certificate);
    options.tls_key = std::move(key);
    return options;
}

constexpr auto policy_start =
    "apiVersion: slicegate.dev/v1alpha1\nkind: GpuPolicy\nmetadata:\n  name: site\nspec:\n";

}  // namespace

TEST_CASE("reload: a Secret that is swapped by its symlink is used, and no connection ends")
{
    Mount mount{make_files()};
    Followed server{options_of(mount.path("tls.crt"), mount.path("tls.key"))};
    Client old{server.port()};
    auto const before = server.certificate();
    CHECK(before == old.certificate());
    mount.swap(make_files());
    server.look(2);
    CHECK(server.value("slicegate_certificate_reloads_total") == "1");
    CHECK(becomes_true([&] { return server.certificate() != before; }));
    REQUIRE(old.send(post("/validate", review())));
    CHECK(old.read().status == 200);
    server.look(5);
    CHECK(server.value("slicegate_certificate_reloads_total") == "1");
}

TEST_CASE("reload: files that are written in place are used once both have come")
{
    TempDir const dir;
    auto const first = make_files();
    auto const second = make_files();
    Followed server{options_of(dir.write("tls.crt", first.certificate), dir.write("tls.key", first.key))};
    auto const before = server.certificate();
    dir.write("tls.crt", second.certificate);
    server.look();
    CHECK(server.certificate() == before);
    dir.write("tls.key", second.key);
    server.look(2);
    CHECK(becomes_true([&] { return server.certificate() != before; }));
    CHECK(server.value("slicegate_certificate_reload_failures_total") == "0");
    CHECK(server.lines().find("error") == std::string::npos);
}

TEST_CASE("reload: a bad pair is refused, said once, and tried again until it is whole")
{
    TempDir const dir;
    auto const first = make_files();
    auto const second = make_files();
    Followed server{options_of(dir.write("tls.crt", first.certificate), dir.write("tls.key", first.key))};
    auto const before = server.certificate();
    dir.write("tls.crt", second.certificate);
    server.look(20);
    CHECK(server.value("slicegate_certificate_reload_failures_total") == "1");
    CHECK(server.value("slicegate_certificate_last_reload_successful") == "0");
    CHECK(server.certificate() == before);
    auto const said = server.lines();
    CHECK(said.find("does not match the certificate") != std::string::npos);
    CHECK(said.find('\n') == said.size() - 1);
    CHECK(server.ready().find("   on disk, not in use: " + dir.path("tls.key")) != std::string::npos);
    dir.write("tls.key", second.key);
    server.look(2);
    CHECK(becomes_true([&] { return server.certificate() != before; }));
    CHECK(server.value("slicegate_certificate_last_reload_successful") == "1");
    CHECK(server.ready().find("not in use") == std::string::npos);
}

TEST_CASE("reload: a client CA that changes is the one that counts")
{
    TempDir const dir;
    auto const ca_pem = [](certs::Pair const& ca) { return certs::render_certificate(ca.certificate.get()); };
    auto const old_ca = ca_of(real_time());
    auto const new_ca = ca_of(real_time());
    auto const files = make_files();
    auto options = options_of(dir.write("tls.crt", files.certificate), dir.write("tls.key", files.key));
    options.client_ca = dir.write("ca.crt", ca_pem(old_ca));
    Followed server{options};
    auto const answers = [&](certs::Pair const& ca) {
        auto const pair = certs::testing::make_odd(
            {.issuer = &ca, .extended_key_usage = "clientAuth", .from = real_time() - std::chrono::hours{1}});
        Client client{server.port(), [&](SSL_CTX* context) {
                          SSL_CTX_use_certificate(context, pair.certificate.get());
                          SSL_CTX_use_PrivateKey(context, pair.key.get());
                      }};
        return client.send(post("/validate", review())) && client.read().status == 200;
    };
    CHECK(answers(old_ca));
    CHECK_FALSE(answers(new_ca));
    dir.write("ca.crt", ca_pem(new_ca));
    server.look(2);
    CHECK(becomes_true([&] { return answers(new_ca); }));
    CHECK_FALSE(answers(old_ca));
}

TEST_CASE("reload: a policy counts its generations, and a bad one is refused line by line")
{
    TempDir const dir;
    auto const files = make_files();
    auto options = options_of(dir.write("tls.crt", files.certificate), dir.write("tls.key", files.key));
    options.config = dir.write("policy.yaml", std::string{policy_start} + "  rules: {node-name: deny}\n");
    Followed server{options};
    dir.write("policy.yaml", std::string{policy_start} + "  rules: {node-name: warn}\n");
    server.look(2);
    CHECK(server.value("slicegate_policy_generation") == "2");
    dir.write("policy.yaml", std::string{policy_start} + "  rules: {node-nam: warn}\n  colour: red\n");
    server.look(3);
    CHECK(server.value("slicegate_policy_generation") == "2");
    CHECK(server.value("slicegate_policy_reload_failures_total") == "1");
    auto const start = "   on disk, not in use: " + options.config + ": ";
    auto const ready = server.ready();
    auto const one = ready.find(start);
    REQUIRE(one != std::string::npos);
    CHECK(ready.find(start, one + 1) != std::string::npos);
}

TEST_CASE("reload: a policy sets the log level when it changes that, and leaves a signal's alone otherwise")
{
    TempDir const dir;
    auto const files = make_files();
    auto options = options_of(dir.write("tls.crt", files.certificate), dir.write("tls.key", files.key));
    options.config = dir.write("policy.yaml", std::string{policy_start} + "  rules: {node-name: deny}\n");
    Followed server{options};
    dir.write("policy.yaml", std::string{policy_start} + "  logLevel: debug\n");
    server.look(2);
    CHECK(server.level() == Level::debug);
    CHECK(server.lines().find(R"("log_level":"debug","by":"policy")") != std::string::npos);
    server.set_level(Level::err);
    dir.write("policy.yaml", std::string{policy_start} + "  logLevel: debug\n  rules: {node-name: warn}\n");
    server.look(2);
    CHECK(server.level() == Level::err);
}
