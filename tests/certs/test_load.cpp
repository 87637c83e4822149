// SPDX-License-Identifier: Apache-2.0
#include "certs/load.hpp"
#include "tests/certs/support.hpp"

#include <catch2/catch_test_macros.hpp>
#include <openssl/rsa.h>

#include <filesystem>
#include <functional>
#include <string>

namespace slicegate::certs::testing {
namespace {

std::string pem(Pair const& pair)
{
    return render_certificate(pair.certificate.get());
}

std::string key_pem(Pair const& pair)
{
    return std::string{render_key(pair.key.get()).view()};
}

// The message of loading these texts, with DIR for the directory.
std::string error_of(TempDir const& dir, CredentialFiles const& files)
{
    auto const loaded = load_credentials(files, now);
    REQUIRE_FALSE(loaded.has_value());
    std::string message = loaded.error().message;
    std::string const root = dir.path("");
    for (auto at = message.find(root); at != std::string::npos; at = message.find(root))
        message.replace(at, root.size(), "DIR/");
    return message;
}

std::string error_of(std::string const& certificate, std::string const& key)
{
    TempDir const dir;
    return error_of(dir, {dir.write("tls.crt", certificate), dir.write("tls.key", key), ""});
}

std::string error_of(Pair const& pair)
{
    return error_of(pem(pair), key_pem(pair));
}

Pair odd(std::function<void(OddOptions&)> const& change)
{
    OddOptions options{};
    change(options);
    return make_odd(std::move(options));
}

}  // namespace

TEST_CASE("load: a made pair loads and says when it ends")
{
    TempDir const dir;
    Pair const pair = serving_of(ca_of());
    auto const loaded =
        load_credentials({dir.write("tls.crt", pem(pair)), dir.write("tls.key", key_pem(pair)), ""}, now);
    REQUIRE(loaded.has_value());
    CHECK(loaded->not_after == now + default_lifetime);
    CHECK(X509_cmp(loaded->leaf.get(), pair.certificate.get()) == 0);
    CHECK(loaded->intermediates.empty());
    CHECK(loaded->client_cas.empty());
}

TEST_CASE("load: a certificate that kube-apiserver would refuse is refused with the reason")
{
    struct Case {
        char const* name;
        std::function<void(OddOptions&)> change;
        char const* message;
    };
    Case const cases[] = {
        {"expired", [](OddOptions& o) { o.from = now - std::chrono::days{10}; },
         "DIR/tls.crt: the certificate expired on 2026-06-01 00:00:00 UTC; renew it"},
        {"not yet valid", [](OddOptions& o) { o.from = now + std::chrono::seconds{1}; },
         "DIR/tls.crt: the certificate is not valid before 2026-06-01 00:00:01 UTC; wait, or set this "
         "machine's "
         "clock"},
        {"no subjectAltName", [](OddOptions& o) { o.subject_alt_name = nullptr; },
         "DIR/tls.crt: the certificate has no DNS name or IP address as subjectAltName, and kube-apiserver "
         "ignores "
         "the CN; make it for DNS:<service>.<namespace>.svc"},
        {"only a mail address", [](OddOptions& o) { o.subject_alt_name = "email:a@example.com"; },
         "DIR/tls.crt: the certificate has no DNS name or IP address as subjectAltName, and kube-apiserver "
         "ignores "
         "the CN; make it for DNS:<service>.<namespace>.svc"},
        {"SHA-1", [](OddOptions& o) { o.digest = EVP_sha1(); },
         "DIR/tls.crt: the certificate is signed with SHA1, which kube-apiserver refuses; have it signed "
         "with "
         "SHA-256"},
        {"short RSA key", [](OddOptions& o) { o.key.reset(EVP_RSA_gen(1024)); },
         "DIR/tls.crt: the certificate has a key that is weak or that kube-apiserver does not know "
         "(rsaEncryption, 1024 bits); use ECDSA P-256, P-384 or P-521, RSA of 2048 to 8192 bits, or Ed25519"},
        {"a curve that Go does not have", [](OddOptions& o) { o.key.reset(EVP_EC_gen("secp256k1")); },
         "DIR/tls.crt: the certificate has a key that is weak or that kube-apiserver does not know "
         "(id-ecPublicKey, 256 bits); use ECDSA P-256, P-384 or P-521, RSA of 2048 to 8192 bits, or Ed25519"},
        {"for clients", [](OddOptions& o) { o.extended_key_usage = "clientAuth"; },
         "DIR/tls.crt: the certificate is not for servers (extendedKeyUsage); have it made with serverAuth"},
        {"for encryption", [](OddOptions& o) { o.key_usage = "keyEncipherment"; },
         "DIR/tls.crt: the certificate may not sign a TLS handshake (keyUsage); have it made with "
         "digitalSignature"},
    };
    for (Case const& one : cases) {
        DYNAMIC_SECTION(one.name)
        {
            CHECK(error_of(odd(one.change)) == one.message);
        }
    }
}

TEST_CASE("load: a certificate of another maker is fine if kube-apiserver takes it")
{
    struct Case {
        char const* name;
        std::function<void(OddOptions&)> change;
    };
    Case const cases[] = {
        {"signed by itself", [](OddOptions&) {}},
        {"RSA", [](OddOptions& o) { o.key.reset(EVP_RSA_gen(2048)); }},
        {"P-384", [](OddOptions& o) { o.key.reset(EVP_EC_gen("P-384")); }},
        {"Ed25519",
         [](OddOptions& o) {
             o.key.reset(EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"));
             o.digest = nullptr;
         }},
        {"an IP address alone", [](OddOptions& o) { o.subject_alt_name = "IP:127.0.0.1"; }},
        {"any use", [](OddOptions& o) { o.extended_key_usage = "anyExtendedKeyUsage"; }},
    };
    for (Case const& one : cases) {
        DYNAMIC_SECTION(one.name)
        {
            TempDir const dir;
            Pair const pair = odd(one.change);
            auto const loaded = load_credentials(
                {dir.write("tls.crt", pem(pair)), dir.write("tls.key", key_pem(pair)), ""}, now);
            CHECK(loaded.has_value());
        }
    }
}

TEST_CASE("load: files that are no pair are refused with file, reason and remedy")
{
    Pair const ca = ca_of();
    Pair const pair = serving_of(ca);
    std::string const damaged = pem(pair).replace(100, 1, "!");
    std::string const half = key_pem(pair).substr(0, 100);
    struct Case {
        char const* name;
        std::string certificate;
        std::string key;
        char const* message;
    };
    Case const cases[] = {
        {"key of another", pem(pair), key_pem(ca),
         "DIR/tls.key: does not match the certificate in DIR/tls.crt; give the key that the certificate was "
         "made "
         "for"},
        {"chain upside down", pem(ca) + pem(pair), key_pem(pair),
         "DIR/tls.crt: the serving certificate must be the first; put its issuers after it"},
        {"certificate empty", "", key_pem(pair), "DIR/tls.crt: is empty; give a certificate in PEM"},
        {"certificate not PEM", "hello\n", key_pem(pair),
         "DIR/tls.crt: is not PEM: there is no '-----BEGIN CERTIFICATE-----'; if it is DER, convert it with "
         "'openssl x509 -inform der -in FILE'"},
        {"swapped", key_pem(pair), pem(pair),
         "DIR/tls.crt: holds a private key and no certificate; are certificate and key swapped?"},
        {"certificate damaged", damaged, key_pem(pair),
         "DIR/tls.crt: certificate 1 is damaged (bad base64 decode); copy the file again"},
        {"second certificate damaged", pem(pair) + damaged, key_pem(pair),
         "DIR/tls.crt: certificate 2 is damaged (bad base64 decode); copy the file again"},
        {"key empty", pem(pair), "", "DIR/tls.key: is empty; give a private key in PEM"},
        {"key not PEM", pem(pair), "hello\n",
         "DIR/tls.key: is not PEM: there is no '-----BEGIN PRIVATE KEY-----'; if it is DER, convert it with "
         "'openssl pkey -inform der -in FILE'"},
        {"key is a certificate", pem(pair), pem(pair),
         "DIR/tls.key: holds a certificate and no private key; are certificate and key swapped?"},
        {"key cut off", pem(pair), half, "DIR/tls.key: the private key is damaged; copy the file again"},
        {"key encrypted", pem(pair), render_encrypted_key(pair.key.get(), KeyFormat::pkcs8),
         "DIR/tls.key: is encrypted; decrypt it with 'openssl pkey -in FILE -out NEWFILE'"},
        {"key encrypted in the old way", pem(pair),
         render_encrypted_key(pair.key.get(), KeyFormat::traditional),
         "DIR/tls.key: is encrypted; decrypt it with 'openssl pkey -in FILE -out NEWFILE'"},
        {"file of 2 MB", std::string(2'000'000, 'x'), key_pem(pair),
         "DIR/tls.crt: is larger than 1 MiB; give a PEM file"},
    };
    for (Case const& one : cases) {
        DYNAMIC_SECTION(one.name)
        {
            CHECK(error_of(one.certificate, one.key) == one.message);
        }
    }
}

TEST_CASE("load: what stands around a certificate or key does no harm")
{
    // As `openssl ecparam -genkey` writes before a key.
    std::string const parameters =
        "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n";
    Pair const pair = serving_of(ca_of());
    struct Case {
        char const* name;
        std::string certificate;
        std::string key;
    };
    Case const cases[] = {
        {"parameters", pem(pair), parameters + key_pem(pair)},
        {"both in one file, key first", key_pem(pair) + pem(pair), key_pem(pair) + pem(pair)},
        {"both in one file, key last", pem(pair) + key_pem(pair), pem(pair) + key_pem(pair)},
        {"text", "subject: slicegate\n" + pem(pair) + "the end\n", "my key\n" + key_pem(pair)},
    };
    for (Case const& one : cases) {
        DYNAMIC_SECTION(one.name)
        {
            TempDir const dir;
            auto const loaded = load_credentials(
                {dir.write("tls.crt", one.certificate), dir.write("tls.key", one.key), ""}, now);
            CHECK(loaded.has_value());
        }
    }
}

TEST_CASE("load: a file that cannot be read is named")
{
    TempDir const dir;
    std::string const certificate = dir.write("tls.crt", pem(serving_of(ca_of())));
    CHECK(
        error_of(dir, {dir.path("none.crt"), dir.path("none.key"), ""}) ==
        "DIR/none.crt: cannot be read: No such file or directory; check the path, or make certificates with "
        "'slicegate certs --out DIR'");
    CHECK(
        error_of(dir, {certificate, dir.path("none.key"), ""}) ==
        "DIR/none.key: cannot be read: No such file or directory; check the path, or make certificates with "
        "'slicegate certs --out DIR'");
    std::filesystem::create_directory(dir.path("folder"));
    CHECK(
        error_of(dir, {dir.path("folder"), certificate, ""}) ==
        "DIR/folder: cannot be read: Is a directory; check the path");
}

TEST_CASE("load: intermediates are kept in order and the first end counts")
{
    Pair const root = ca_of();
    Pair const middle = odd([&root](OddOptions& o) {
        o.issuer = &root;
        o.common_name = "middle";
        o.basic_constraints = "critical,CA:TRUE";
        o.lifetime = std::chrono::days{5};
    });
    Pair const leaf = odd([&middle](OddOptions& o) { o.issuer = &middle; });
    TempDir const dir;
    CredentialFiles const files{
        dir.write("tls.crt", pem(leaf) + pem(middle) + pem(root)), dir.write("tls.key", key_pem(leaf)), ""};
    auto const loaded = load_credentials(files, now);
    REQUIRE(loaded.has_value());
    REQUIRE(loaded->intermediates.size() == 2);
    CHECK(X509_cmp(loaded->intermediates[0].get(), middle.certificate.get()) == 0);
    CHECK(loaded->not_after == now + std::chrono::days{5});

    auto const late = load_credentials(files, now + std::chrono::days{6});
    REQUIRE_FALSE(late.has_value());
    CHECK(late.error().code == Errc::bad_certificate);
    CHECK(late.error().message.ends_with("certificate 2 expired on 2026-06-06 00:00:00 UTC; renew it"));
}

TEST_CASE("load: the client CA file holds CAs, of which one is valid now")
{
    Pair const pair = serving_of(ca_of());
    Pair const ca = ca_of();
    Pair const old_ca = ca_of(now - default_ca_lifetime);
    TempDir const dir;
    CredentialFiles files{dir.write("tls.crt", pem(pair)), dir.write("tls.key", key_pem(pair)), "unset"};

    SECTION("an expired one is left out")
    {
        files.client_ca = dir.write("ca.crt", pem(old_ca) + pem(ca));
        auto const loaded = load_credentials(files, now);
        REQUIRE(loaded.has_value());
        REQUIRE(loaded->client_cas.size() == 1);
        CHECK(X509_cmp(loaded->client_cas[0].get(), ca.certificate.get()) == 0);
    }
    SECTION("expired alone")
    {
        files.client_ca = dir.write("ca.crt", pem(old_ca));
        CHECK(
            error_of(dir, files) == "DIR/ca.crt: certificate 1 expired on 2026-06-01 00:00:00 UTC; renew it");
    }
    SECTION("all expired")
    {
        files.client_ca = dir.write("ca.crt", pem(old_ca) + pem(old_ca));
        CHECK(error_of(dir, files) == "DIR/ca.crt: holds no CA certificate that is valid now; renew it");
    }
    SECTION("no CA")
    {
        files.client_ca = dir.write("ca.crt", pem(ca) + pem(pair));
        CHECK(
            error_of(dir, files) ==
            "DIR/ca.crt: certificate 2 is not a CA (basicConstraints); give the certificate of the issuer");
    }
    SECTION("missing")
    {
        files.client_ca = dir.path("none");
        CHECK(
            error_of(dir, files) ==
            "DIR/none: cannot be read: No such file or directory; check the path, or make certificates with "
            "'slicegate certs --out DIR'");
    }
}

}  // namespace slicegate::certs::testing
