// SPDX-License-Identifier: Apache-2.0
#include "server/load_files.hpp"

#include "certs/tls_context.hpp"
#include "policy/policy_file.hpp"

#include <openssl/sha.h>

#include <array>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <utility>

namespace slicegate::server {

namespace {

std::string begin_lines(std::string const& start, std::string_view lines)
{
    std::string text = start;
    for (char const c : lines) {
        text += c;
        if (c == '\n')
            text += start;
    }
    return text;
}

}  // namespace

Result<std::string> read_file(std::string const& path)
{
    std::ifstream file{path, std::ios::binary};
    std::string text{std::istreambuf_iterator<char>{file}, {}};
    if (!file.good() && !file.eof())
        return Error{Errc::io, path + ": cannot be read; is the path right, and may this user read it?"};
    return text;
}

Result<std::shared_ptr<policy::Policy const>> make_policy(std::string const& path, std::string const& text)
{
    auto policy = policy::parse_policy(text);
    if (!policy)
        return Error{policy.error().code, begin_lines(path + ": ", policy.error().message)};
    return std::make_shared<policy::Policy const>(std::move(*policy));
}

std::string digest_of(std::string_view text)
{
    constexpr std::string_view hex = "0123456789abcdef";
    std::array<unsigned char, SHA256_DIGEST_LENGTH> bytes{};
    SHA256(reinterpret_cast<unsigned char const*>(text.data()), text.size(), bytes.data());
    std::string digest;
    for (std::size_t i = 0; i < bytes.size() / 2; ++i)
        (digest += hex[bytes[i] >> 4U]) += hex[bytes[i] & 15U];
    return digest;
}

Result<TlsServing> load_tls(certs::CredentialFiles const& files)
{
    auto const credentials = certs::load_credentials(files, std::chrono::system_clock::now());
    if (!credentials)
        return credentials.error();
    auto context = certs::make_tls_context(*credentials);
    if (!context)
        return context.error();
    return TlsServing{std::shared_ptr<SSL_CTX>{std::move(*context)}, credentials->not_after};
}

}  // namespace slicegate::server
