// SPDX-License-Identifier: Apache-2.0
#include "certs/pem.hpp"

#include <openssl/err.h>
#include <openssl/pem.h>

#include <utility>

namespace slicegate::certs {
namespace {

Error bad(std::string const& path, std::string const& what)
{
    ERR_clear_error();
    return {Errc::bad_certificate, path + ": " + what};
}

// The file is at most 1 MiB, so its length fits. The memory is used in place, not copied.
Bio open_text(std::string_view pem)
{
    return Bio{BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size()))};
}

bool has_block(std::string_view pem, std::string_view kind)
{
    return pem.find(std::string{kind} + "-----") != std::string_view::npos;
}

std::string reason()
{
    char const* const text = ERR_reason_error_string(ERR_peek_last_error());
    return text != nullptr ? text : "unknown";
}

// Reading past the last block is how the end is found.
bool is_end_of_text()
{
    unsigned long const code = ERR_peek_last_error();
    return ERR_GET_LIB(code) == ERR_LIB_PEM && ERR_GET_REASON(code) == PEM_R_NO_START_LINE;
}

Error no_certificate(std::string_view pem, std::string const& path)
{
    if (pem.empty())
        return bad(path, "is empty; give a certificate in PEM");
    if (has_block(pem, "PRIVATE KEY"))
        return bad(path, "holds a private key and no certificate; are certificate and key swapped?");
    return bad(
        path, "is not PEM: there is no '-----BEGIN CERTIFICATE-----'; if it is DER, convert it with "
              "'openssl x509 -inform der -in FILE'");
}

// Without a callback of ours OpenSSL would ask on the terminal.
int refuse_pass_phrase(char*, int, int, void* asked)
{
    *static_cast<bool*>(asked) = true;
    return -1;
}

}  // namespace

Result<std::vector<Certificate>> parse_certificates(std::string_view pem, std::string const& path)
{
    ERR_clear_error();
    Bio const text = open_text(pem);
    std::vector<Certificate> certificates;
    while (Certificate next{PEM_read_bio_X509(text.get(), nullptr, nullptr, nullptr)})
        certificates.push_back(std::move(next));
    if (!is_end_of_text()) {
        std::string const number = std::to_string(certificates.size() + 1);
        return bad(path, "certificate " + number + " is damaged (" + reason() + "); copy the file again");
    }
    if (certificates.empty())
        return no_certificate(pem, path);
    ERR_clear_error();
    return certificates;
}

Result<Key> parse_key(std::string_view pem, std::string const& path)
{
    ERR_clear_error();
    Bio const text = open_text(pem);
    bool is_encrypted = false;
    Key key{PEM_read_bio_PrivateKey(text.get(), nullptr, refuse_pass_phrase, &is_encrypted)};
    if (key) {
        ERR_clear_error();
        return key;
    }
    if (is_encrypted)
        return bad(path, "is encrypted; decrypt it with 'openssl pkey -in FILE -out NEWFILE'");
    if (pem.empty())
        return bad(path, "is empty; give a private key in PEM");
    if (has_block(pem, "PRIVATE KEY"))
        return bad(path, "the private key is damaged; copy the file again");
    if (has_block(pem, "CERTIFICATE"))
        return bad(path, "holds a certificate and no private key; are certificate and key swapped?");
    return bad(
        path, "is not PEM: there is no '-----BEGIN PRIVATE KEY-----'; if it is DER, convert it with "
              "'openssl pkey -inform der -in FILE'");
}

}  // namespace slicegate::certs
