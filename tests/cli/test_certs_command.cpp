// SPDX-License-Identifier: Apache-2.0
#include "certs/load.hpp"
#include "cli/certs_command.hpp"
#include "tests/certs/support.hpp"

#include <CLI/CLI.hpp>
#include <catch2/catch_test_macros.hpp>
#include <sys/stat.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace slicegate::cli {
namespace {

using certs::testing::TempDir;

// What the user sees of one call.
struct Outcome {
    int status;
    std::string out;
    std::string error;
};

// Takes what is written to a stream while it lives.
class Capture {
public:
    explicit Capture(std::ostream& stream) : stream_{stream}, before_{stream.rdbuf(text_.rdbuf())} {}
    Capture(Capture const&) = delete;
    Capture& operator=(Capture const&) = delete;
    ~Capture() { stream_.rdbuf(before_); }
    std::string text() const { return text_.str(); }

private:
    std::ostream& stream_;
    std::ostringstream text_;
    std::streambuf* before_;
};

Outcome run(std::vector<std::string> arguments)
{
    CLI::App app;
    int status = 0;
    add_certs_command(app, status);
    Capture const out{std::cout};
    Capture const error{std::cerr};
    arguments.insert(arguments.begin(), "certs");
    std::vector<std::string> reversed{arguments.rbegin(), arguments.rend()};  // as CLI11 wants them
    try {
        app.parse(reversed);
    } catch (CLI::ParseError const& wrong_use) {
        status = app.exit(wrong_use) == 0 ? 0 : 2;
    }
    return {status, out.text(), error.text()};
}

// Standard output of another program; "failed" follows if it did.
std::string shell(std::string const& command)
{
    std::unique_ptr<FILE, int (*)(FILE*)> pipe{::popen((command + " 2>&1").c_str(), "r"), ::pclose};
    REQUIRE(pipe);
    std::string text;
    std::array<char, 4096> part{};
    while (std::size_t const count = std::fread(part.data(), 1, part.size(), pipe.get()))
        text.append(part.data(), count);
    return ::pclose(pipe.release()) == 0 ? text : text + "failed";
}

mode_t mode_of(std::string const& path)
{
    struct stat status{};
    REQUIRE(::stat(path.c_str(), &status) == 0);
    return status.st_mode & 07777;
}

bool loads(std::string const& certificate, std::string const& key)
{
    return certs::load_credentials({certificate, key, ""}, std::chrono::system_clock::now()).has_value();
}

// As `openssl verify` sees it, for the name that kube-apiserver verifies.
std::string verify(std::string const& ca, std::string const& certificate)
{
    return shell(
        "openssl verify -x509_strict -purpose sslserver -verify_hostname slicegate.slicegate-system.svc "
        "-CAfile " +
        ca + " " + certificate);
}

// The value of `key` in the manifest.
std::string value_of(std::string const& manifest, std::string const& key)
{
    std::string const start = "  " + key + ": ";
    auto const at = manifest.find(start);
    REQUIRE(at != std::string::npos);
    auto const begin = at + start.size();
    return manifest.substr(begin, manifest.find('\n', begin) - begin);
}

std::string decode(std::string const& text)
{
    return shell("echo " + text + " | base64 -d");
}

}  // namespace

TEST_CASE("certs-command: files are written, verified by openssl, loadable, and the keys private")
{
    TempDir const dir;
    Outcome const made = run({"--out", dir.path("new"), "--name", "localhost", "--name", "127.0.0.1"});
    REQUIRE(made.error.find("wrote " + dir.path("new/tls.key") + "\n") != std::string::npos);
    CHECK(made.status == 0);
    CHECK(verify(dir.path("new/ca.crt"), dir.path("new/tls.crt")) == dir.path("new/tls.crt") + ": OK\n");
    CHECK(loads(dir.path("new/tls.crt"), dir.path("new/tls.key")));
    CHECK(mode_of(dir.path("new/ca.key")) == 0600);
    CHECK(mode_of(dir.path("new/tls.key")) == 0600);
    CHECK(mode_of(dir.path("new/ca.crt")) == 0644);
    CHECK(
        shell("openssl x509 -noout -ext subjectAltName -in " + dir.path("new/tls.crt")) ==
        "X509v3 Subject Alternative Name: \n"
        "    DNS:slicegate.slicegate-system.svc, DNS:slicegate.slicegate-system.svc.cluster.local, "
        "DNS:slicegate.slicegate-system, DNS:localhost, IP Address:127.0.0.1\n");
}

TEST_CASE("certs-command: with --out, standard output is the caBundle in one line and nothing else")
{
    TempDir const dir;
    Outcome const made = run({"--out", dir.path("")});
    CHECK(made.out == shell("base64 -w0 " + dir.path("ca.crt")) + "\n");
    Outcome const again = run({"--print-ca-bundle", dir.path("ca.crt")});
    CHECK(again.out == made.out);
    CHECK(again.error.empty());
}

TEST_CASE("certs-command: a caBundle of a file with keys holds the certificates alone")
{
    TempDir const dir;
    Outcome const made = run({"--out", dir.path("")});
    std::string const both = dir.write("both", dir.read("ca.key") + "some text\n" + dir.read("ca.crt"));
    CHECK(run({"--print-ca-bundle", both}).out == made.out);
    Outcome const key_alone = run({"--print-ca-bundle", dir.path("ca.key")});
    CHECK(key_alone.status == 2);
    CHECK(key_alone.out.empty());
}

TEST_CASE("certs-command: --secret prints a manifest whose parts belong together, without the CA's key")
{
    TempDir const dir;
    Outcome const made =
        run({"--secret", "--secret-name", "gate-tls", "--namespace", "1e3", "--service", "gate"});
    CHECK(made.status == 0);
    CHECK(
        made.out == "apiVersion: v1\nkind: Secret\nmetadata:\n  name: \"gate-tls\"\n  namespace: \"1e3\"\n"
                    "type: kubernetes.io/tls\ndata:\n  ca.crt: " +
                        value_of(made.out, "ca.crt") + "\n  tls.crt: " + value_of(made.out, "tls.crt") +
                        "\n  tls.key: " + value_of(made.out, "tls.key") + "\n");
    std::string const ca = dir.write("ca.crt", decode(value_of(made.out, "ca.crt")));
    std::string const certificate = dir.write("tls.crt", decode(value_of(made.out, "tls.crt")));
    CHECK(loads(certificate, dir.write("tls.key", decode(value_of(made.out, "tls.key")))));
    CHECK(
        shell("openssl verify -verify_hostname gate.1e3.svc -CAfile " + ca + " " + certificate) ==
        certificate + ": OK\n");
}

TEST_CASE("certs-command: files that are there stay unless --force is given")
{
    TempDir const dir;
    dir.write("tls.key", "precious");
    Outcome const refused = run({"--out", dir.path("")});
    CHECK(refused.status == 2);
    CHECK(refused.out.empty());
    CHECK(
        refused.error == "slicegate certs: " + dir.path("tls.key") +
                             ": exists already; choose another directory, or replace it with --force\n");
    CHECK(dir.read("tls.key") == "precious");
    CHECK_FALSE(std::filesystem::exists(dir.path("tls.crt")));

    CHECK(run({"--out", dir.path(""), "--force"}).status == 0);
    CHECK(loads(dir.path("tls.crt"), dir.path("tls.key")));
}

TEST_CASE("certs-command: a given CA signs, and its key is not copied")
{
    TempDir const ca;
    TempDir const dir;
    REQUIRE(run({"--out", ca.path("")}).status == 0);
    std::vector<std::string> const with_ca = {"--ca-cert", ca.path("ca.crt"), "--ca-key", ca.path("ca.key")};
    auto arguments = with_ca;
    arguments.insert(arguments.end(), {"--out", dir.path("")});
    CHECK(run(arguments).status == 0);
    CHECK(verify(ca.path("ca.crt"), dir.path("tls.crt")) == dir.path("tls.crt") + ": OK\n");
    CHECK(dir.read("ca.crt") == ca.read("ca.crt"));
    CHECK_FALSE(std::filesystem::exists(dir.path("ca.key")));

    arguments.insert(arguments.end(), {"--days", "4000", "--force"});
    Outcome const too_long = run(arguments);
    CHECK(too_long.status == 2);
    CHECK(
        too_long.error.starts_with("slicegate certs: the certificate would outlive its CA, which ends on "));
}

TEST_CASE("certs-command: a CA that cannot sign is refused")
{
    TempDir const dir;
    REQUIRE(run({"--out", dir.path("")}).status == 0);
    auto const refused = [&dir](std::string const& certificate, std::string const& key) {
        return run({"--secret", "--ca-cert", dir.path(certificate), "--ca-key", dir.path(key)}).error;
    };
    CHECK(
        refused("tls.crt", "tls.key") ==
        "slicegate certs: " + dir.path("tls.crt") +
            ": the certificate is not a CA (basicConstraints); give the certificate of the issuer\n");
    CHECK(
        refused("ca.crt", "tls.key") == "slicegate certs: " + dir.path("tls.key") +
                                            ": does not match the CA in " + dir.path("ca.crt") +
                                            "; give the key of that CA\n");
}

TEST_CASE("certs-command: --renew changes CA and certificate and goes on trusting the CA before")
{
    TempDir const dir;
    REQUIRE(run({"--out", dir.path("")}).status == 0);
    std::string const first_ca = dir.read("ca.crt");
    std::string const first = dir.write("first.crt", dir.read("tls.crt"));
    Outcome const renewed = run({"--renew", "--out", dir.path("")});
    CHECK(renewed.status == 0);
    std::string const bundle = dir.read("ca.crt");
    CHECK(bundle.ends_with(first_ca));
    CHECK(bundle.size() > first_ca.size());
    CHECK(renewed.out == shell("base64 -w0 " + dir.path("ca.crt")) + "\n");
    CHECK(loads(dir.path("tls.crt"), dir.path("tls.key")));
    CHECK(verify(dir.path("ca.crt"), first) == first + ": OK\n");
    CHECK(verify(dir.path("ca.crt"), dir.path("tls.crt")) == dir.path("tls.crt") + ": OK\n");

    SECTION("the bundle does not grow for ever")
    {
        for (int i = 0; i < 3; ++i)
            REQUIRE(run({"--renew", "--out", dir.path("")}).status == 0);
        CHECK(shell("grep -c BEGIN " + dir.path("ca.crt")) == "3\n");
    }
    SECTION("the CA of a bundle signs again by its key, and is in the bundle once")
    {
        CHECK(
            run({"--renew", "--out", dir.path(""), "--ca-cert", dir.path("ca.crt"), "--ca-key",
                 dir.path("ca.key")})
                .status == 0);
        CHECK(dir.read("ca.crt") == bundle);
        CHECK(loads(dir.path("tls.crt"), dir.path("tls.key")));
    }
    SECTION("a Secret is renewed from its own ca.crt")
    {
        Outcome const secret = run({"--renew", "--secret", "--previous-ca", dir.path("ca.crt")});
        CHECK(secret.status == 0);
        CHECK(decode(value_of(secret.out, "ca.crt")).ends_with(bundle));
    }
}

TEST_CASE("certs-command: wrong use is status 2, with what is wrong")
{
    struct Case {
        char const* name;
        std::vector<std::string> arguments;
        std::string error;
    };
    std::string const label = " is no Kubernetes name: ";
    Case const cases[] = {
        {"no output",
         {},
         "slicegate certs: say where the certificates go: --out DIR for files, --secret for a manifest on "
         "standard "
         "output\n"},
        {"renewal of nothing",
         {"--renew", "--secret"},
         "slicegate certs: --renew needs the CA that is trusted now: --previous-ca FILE, or --out DIR with "
         "its "
         "ca.crt\n"},
        {"service",
         {"--secret", "--service", "a.b"},
         "slicegate certs: --service: 'a.b'" + label + "'.' is not allowed, use a-z, 0-9 and '-'\n"},
        {"namespace",
         {"--secret", "--namespace", "A"},
         "slicegate certs: --namespace: 'A'" + label + "'A' is not allowed, use a-z, 0-9 and '-'\n"},
        {"name",
         {"--secret", "--name", "1.2.3.400"},
         "slicegate certs: --name: '1.2.3.400' is neither a DNS name nor an IP address: it looks like an "
         "IPv4 "
         "address and is none\n"},
        {"secret name",
         {"--secret", "--secret-name", "a_b"},
         "slicegate certs: --secret-name: 'a_b' is no Kubernetes name: '_' is not allowed, use a-z, 0-9 and "
         "'-'\n"},
    };
    for (Case const& one : cases) {
        DYNAMIC_SECTION(one.name)
        {
            Outcome const outcome = run(one.arguments);
            CHECK(outcome.status == 2);
            CHECK(outcome.out.empty());
            CHECK(outcome.error == one.error);
        }
    }
    // Said by CLI11, whose words differ between versions.
    std::vector<std::vector<std::string>> const left_to_cli11 = {
        {"--secret", "--days", "0"},
        {"--secret", "--days", "x"},
        {"--secret", "--nonsense"},
        {"--secret", "--ca-cert", "a.crt"},
        {"--secret", "--previous-ca", "a.crt"},
        {"--out"},
        {"--secret", "stray"}};
    for (auto const& arguments : left_to_cli11) {
        CAPTURE(arguments);
        Outcome const outcome = run(arguments);
        CHECK(outcome.status == 2);
        CHECK(outcome.out.empty());
        CHECK_FALSE(outcome.error.empty());
    }
}

TEST_CASE("certs-command: --help names each option and the exit status")
{
    Outcome const help = run({"--help"});
    CHECK(help.status == 0);
    for (char const* const word :
         {"--service", "--namespace", "--name", "--days", "--ca-days", "--ca-cert", "--ca-key", "--out",
          "--secret", "--secret-name", "--force", "--renew", "--previous-ca", "--print-ca-bundle",
          "Exit status"}) {
        CAPTURE(word);
        CHECK(help.out.find(word) != std::string::npos);
    }
}

}  // namespace slicegate::cli
