// SPDX-License-Identifier: Apache-2.0
#include "certs/issue.hpp"

#include "certs/check.hpp"
#include "certs/pem.hpp"
#include "certs/read_file.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace slicegate::certs {
namespace {

// Two renewals in a row, one of them by mistake, do not cut off servers that still show the first
// certificate.
constexpr std::size_t max_previous_cas = 2;

Result<std::vector<Certificate>> read_certificates(std::string const& path)
{
    auto const text = read_file(path);
    if (!text)
        return text.error();
    return parse_certificates(text->view(), path);
}

// After a renewal the file is a bundle: the CA that signs is the one that the key belongs to.
Result<Pair> read_ca(std::string const& certificate_path, std::string const& key_path, TimePoint now)
{
    auto certificates = read_certificates(certificate_path);
    if (!certificates)
        return certificates.error();
    auto const key_text = read_file(key_path);
    if (!key_text)
        return key_text.error();
    auto key = parse_key(key_text->view(), key_path);
    if (!key)
        return key.error();
    auto const found = std::ranges::find_if(*certificates, [&key](Certificate const& one) {
        return EVP_PKEY_eq(X509_get0_pubkey(one.get()), key->get()) == 1;
    });
    if (found == certificates->end())
        return Error{
            Errc::bad_certificate,
            key_path + ": does not match the CA in " + certificate_path + "; give the key of that CA"};
    if (auto const problem = check_ca(found->get(), now))
        return Error{Errc::bad_certificate, certificate_path + ": the certificate " + *problem};
    return Pair{std::move(*found), std::move(*key)};
}

Result<Pair> find_ca(IssueRequest const& request, TimePoint now)
{
    if (request.ca_certificate.empty())
        return make_ca(now, request.ca_lifetime);
    return read_ca(request.ca_certificate, request.ca_key, now);
}

// The new CA, and those that callers trust already as long as they are valid.
Result<std::string> make_bundle(X509* ca, IssueRequest const& request, TimePoint now)
{
    std::string bundle = render_certificate(ca);
    if (request.previous_place.empty())
        return bundle;
    auto const previous = parse_certificates(request.previous_bundle, request.previous_place);
    if (!previous)
        return previous.error();
    std::size_t kept = 0;
    for (Certificate const& old : *previous) {
        bool const is_kept = X509_cmp(old.get(), ca) != 0 && !check_ca(old.get(), now);
        if (is_kept && kept < max_previous_cas) {
            bundle += render_certificate(old.get());
            ++kept;
        }
    }
    return bundle;
}

std::string encode_base64(std::string_view text)
{
    std::string encoded((text.size() + 2) / 3 * 4 + 1, '\0');  // EVP_EncodeBlock ends with a null
    auto* const out = reinterpret_cast<unsigned char*>(encoded.data());
    auto const* const in = reinterpret_cast<unsigned char const*>(text.data());
    int const length = EVP_EncodeBlock(out, in, static_cast<int>(text.size()));
    encoded.resize(static_cast<std::size_t>(length));
    return encoded;
}

}  // namespace

Result<Issued> issue(IssueRequest const& request, TimePoint now)
{
    auto const ca = find_ca(request, now);
    if (!ca)
        return ca.error();
    auto bundle = make_bundle(ca->certificate.get(), request, now);
    if (!bundle)
        return bundle.error();
    auto const pair = make_serving_pair(*ca, request.serving, now);
    if (!pair)
        return pair.error();
    Issued issued{};
    issued.ca_bundle = std::move(*bundle);
    if (request.ca_certificate.empty())
        issued.ca_key = render_key(ca->key.get());
    issued.certificate = render_certificate(pair->certificate.get());
    issued.key = render_key(pair->key.get());
    issued.not_after = parse_asn1_time(X509_get0_notAfter(pair->certificate.get()));
    issued.ca_not_after = parse_asn1_time(X509_get0_notAfter(ca->certificate.get()));
    return issued;
}

Result<std::string> render_ca_bundle(std::string_view pem, std::string const& path)
{
    auto const certificates = parse_certificates(pem, path);
    if (!certificates)
        return certificates.error();
    std::string text;
    for (Certificate const& certificate : *certificates)
        text += render_certificate(certificate.get());
    return encode_base64(text);
}

Secret render_secret_manifest(Issued const& issued, SecretName const& name)
{
    // Quoted: a name may look like a number.
    Secret const key{encode_base64(issued.key.view())};
    std::string const labels =
        name.app_label.empty() ? "" : "  labels:\n    app.kubernetes.io/name: \"" + name.app_label + "\"\n";
    std::string const head = "apiVersion: v1\nkind: Secret\nmetadata:\n  name: \"" + name.name +
                             "\"\n  namespace: \"" + name.namespace_ + "\"\n" + labels +
                             "type: kubernetes.io/tls\ndata:\n  ca.crt: " + encode_base64(issued.ca_bundle) +
                             "\n  tls.crt: " + encode_base64(issued.certificate) + "\n  tls.key: ";
    std::string manifest;
    manifest.reserve(head.size() + key.view().size() + 1);  // grown in one go: see Secret
    manifest.append(head).append(key.view()).append("\n");
    return Secret{std::move(manifest)};
}

}  // namespace slicegate::certs
