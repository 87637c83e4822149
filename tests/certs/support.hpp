// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "certs/load.hpp"
#include "certs/make.hpp"

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>

namespace slicegate::certs::testing {

// 2026-06-01 00:00:00 UTC: dates in messages are the same at each run.
constexpr TimePoint now{std::chrono::seconds{1780272000}};

// A directory of its own, gone with the test.
class TempDir {
public:
    TempDir();
    TempDir(TempDir const&) = delete;
    TempDir& operator=(TempDir const&) = delete;
    ~TempDir();

    std::string path(std::string_view name) const { return (root_ / name).string(); }
    std::string write(std::string_view name, std::string_view content) const;
    std::string read(std::string_view name) const;

private:
    std::filesystem::path root_;
};

// What make.hpp would never make.
struct OddOptions {
    Pair const* issuer = nullptr;  // nullptr: signed by itself
    Key key = nullptr;             // nullptr: ECDSA P-256
    EVP_MD const* digest = EVP_sha256();
    char const* common_name = "odd";
    char const* subject_alt_name = "DNS:slicegate.slicegate-system.svc";  // as for openssl.cnf; nullptr: none
    char const* extended_key_usage = nullptr;
    char const* key_usage = nullptr;
    char const* basic_constraints = nullptr;
    TimePoint from = now;
    std::chrono::days lifetime{10};
};
Pair make_odd(OddOptions options);

// Checked, so that a test which needs one says so.
Pair ca_of(TimePoint time = now);
Pair serving_of(Pair const& ca, TimePoint time = now);

// Encrypted with a pass phrase.
enum class KeyFormat { pkcs8, traditional };
std::string render_encrypted_key(EVP_PKEY* key, KeyFormat format);

}  // namespace slicegate::certs::testing
