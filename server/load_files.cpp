// SPDX-License-Identifier: Apache-2.0
#include "server/load_files.hpp"

#include "certs/tls_context.hpp"
#include "policy/policy_file.hpp"

#include <fstream>
#include <iterator>
#include <utility>

namespace slicegate::server {

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
        return Error{policy.error().code, path + ": " + policy.error().message};
    return std::make_shared<policy::Policy const>(std::move(*policy));
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
