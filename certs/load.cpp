// SPDX-License-Identifier: Apache-2.0
#include "certs/load.hpp"

#include "certs/check.hpp"
#include "certs/pem.hpp"
#include "certs/read_file.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

namespace slicegate::certs {
namespace {

Error bad(std::string const& path, std::string const& what)
{
    return {Errc::bad_certificate, path + ": " + what};
}

Error bad_at(std::string const& path, std::size_t position, std::string const& what)
{
    return bad(path, "certificate " + std::to_string(position + 1) + " " + what);
}

Result<std::vector<Certificate>> load_certificates(std::string const& path)
{
    auto const text = read_file(path);
    if (!text)
        return text.error();
    return parse_certificates(text->view(), path);
}

Result<Key> load_key(std::string const& path)
{
    auto const text = read_file(path);
    if (!text)
        return text.error();
    return parse_key(text->view(), path);
}

// A chain in the wrong order looks like a wrong key too.
Error mismatch(CredentialFiles const& files, std::vector<Certificate> const& chain, Key const& key)
{
    auto const belongs = [&key](Certificate const& one) {
        return EVP_PKEY_eq(X509_get0_pubkey(one.get()), key.get()) == 1;
    };
    if (std::ranges::any_of(chain, belongs))
        return bad(files.certificate, "the serving certificate must be the first; put its issuers after it");
    return bad(
        files.key, "does not match the certificate in " + files.certificate +
                       "; give the key that the certificate was made for");
}

// A root at the end is sent as it is given: callers trust their own copy of it.
Result<TimePoint> check_chain(std::vector<Certificate> const& chain, std::string const& path, TimePoint now)
{
    TimePoint not_after = parse_asn1_time(X509_get0_notAfter(chain.front().get()));
    if (auto const problem = check_serving_certificate(chain.front().get(), now))
        return bad(path, "the certificate " + *problem);
    for (std::size_t i = 1; i < chain.size(); ++i) {
        if (is_self_issued(chain[i].get()))
            continue;
        if (auto const problem = check_intermediate(chain[i].get(), now))
            return bad_at(path, i, *problem);
        not_after = std::min(not_after, parse_asn1_time(X509_get0_notAfter(chain[i].get())));
    }
    return not_after;
}

// One that has expired beside one that has not is how a CA is changed: it is left out.
Result<std::vector<Certificate>> load_client_cas(std::string const& path, TimePoint now)
{
    auto cas = load_certificates(path);
    if (!cas)
        return cas.error();
    std::vector<Certificate> usable;
    for (std::size_t i = 0; i < cas->size(); ++i) {
        auto const problem = check_ca((*cas)[i].get(), now);
        if (problem && (cas->size() == 1 || !is_ca((*cas)[i].get())))
            return bad_at(path, i, *problem);
        if (!problem)
            usable.push_back(std::move((*cas)[i]));
    }
    if (usable.empty())
        return bad(path, "holds no CA certificate that is valid now; renew it");
    return usable;
}

}  // namespace

Result<Credentials> load_credentials(CredentialFiles const& files, TimePoint now)
{
    auto chain = load_certificates(files.certificate);
    if (!chain)
        return chain.error();
    auto key = load_key(files.key);
    if (!key)
        return key.error();
    if (EVP_PKEY_eq(X509_get0_pubkey(chain->front().get()), key->get()) != 1)
        return mismatch(files, *chain, *key);
    auto const not_after = check_chain(*chain, files.certificate, now);
    if (!not_after)
        return not_after.error();

    Credentials credentials{};
    credentials.leaf = std::move(chain->front());
    credentials.key = std::move(*key);
    credentials.not_after = *not_after;
    credentials.intermediates.assign(
        std::make_move_iterator(chain->begin() + 1), std::make_move_iterator(chain->end()));
    if (files.client_ca.empty())
        return credentials;
    auto client_cas = load_client_cas(files.client_ca, now);
    if (!client_cas)
        return client_cas.error();
    credentials.client_cas = std::move(*client_cas);
    return credentials;
}

}  // namespace slicegate::certs
