// SPDX-License-Identifier: Apache-2.0
#include "cli/run_certs.hpp"

#include "certs/issue.hpp"
#include "certs/read_file.hpp"
#include "certs/write_files.hpp"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <iostream>
#include <string_view>
#include <system_error>
#include <utility>

namespace slicegate::cli {
namespace {

std::string in_out(CertsOptions const& options, char const* name)
{
    return (std::filesystem::path{options.out} / name).string();
}

Error with_option(char const* option, Error const& error)
{
    return {error.code, std::string{option} + ": " + error.message};
}

Result<certs::ServingRequest> read_names(CertsOptions const& options)
{
    certs::ServingRequest serving{};
    auto service = certs::parse_label(options.service);
    if (!service)
        return with_option("--service", service.error());
    auto namespace_ = certs::parse_label(options.service_namespace);
    if (!namespace_)
        return with_option("--namespace", namespace_.error());
    for (std::string const& text : options.names) {
        auto name = certs::parse_subject_name(text);
        if (!name)
            return with_option("--name", name.error());
        serving.names.push_back(std::move(*name));
    }
    serving.service = std::move(*service);
    serving.service_namespace = std::move(*namespace_);
    serving.lifetime = std::chrono::days{options.days};
    return serving;
}

Result<certs::IssueRequest> read_request(CertsOptions const& options)
{
    auto serving = read_names(options);
    if (!serving)
        return serving.error();
    certs::IssueRequest request{};
    request.serving = std::move(*serving);
    request.ca_lifetime = std::chrono::days{options.ca_days};
    request.ca_certificate = options.ca_certificate;
    request.ca_key = options.ca_key;
    if (!options.renew)
        return request;
    request.previous_place = options.previous_ca.empty() ? in_out(options, "ca.crt") : options.previous_ca;
    auto const previous = certs::read_file(request.previous_place);
    if (!previous)
        return previous.error();
    request.previous_bundle = previous->view();
    return request;
}

// What CLI11's own checks cannot say.
Result<void> check_usage(CertsOptions const& options)
{
    auto const secret_name = certs::parse_subdomain(options.secret_name);
    if (!secret_name)
        return with_option("--secret-name", secret_name.error());
    if (options.out.empty() && !options.secret)
        return Error{
            Errc::bad_option,
            "say where the certificates go: --out DIR for files, --secret for a manifest on "
            "standard output"};
    if (options.renew && options.out.empty() && options.previous_ca.empty())
        return Error{
            Errc::bad_option,
            "--renew needs the CA that is trusted now: --previous-ca FILE, or --out DIR with its "
            "ca.crt"};
    return {};
}

// A CA that was given is written beside the new certificate unless it is what is there already.
bool is_there(std::string const& path, std::string_view content)
{
    auto const existing = certs::read_file(path);
    return existing && existing->view() == content;
}

Result<void> write_out(CertsOptions const& options, certs::Issued const& issued)
{
    std::error_code error;
    std::filesystem::create_directories(options.out, error);
    if (error)
        return Error{Errc::io, options.out + ": cannot be made: " + error.message()};
    std::vector<certs::OutputFile> files;
    std::string const ca_path = in_out(options, "ca.crt");
    if (!is_there(ca_path, issued.ca_bundle))
        files.push_back({ca_path, issued.ca_bundle, certs::public_mode});
    if (issued.ca_key)
        files.push_back({in_out(options, "ca.key"), issued.ca_key->view(), certs::private_mode});
    files.push_back({in_out(options, "tls.crt"), issued.certificate, certs::public_mode});
    files.push_back({in_out(options, "tls.key"), issued.key.view(), certs::private_mode});
    bool const replaces = options.force || options.renew;
    auto const written =
        certs::write_files(files, replaces ? certs::Existing::replace : certs::Existing::keep);
    for (std::size_t i = 0; written && i < files.size(); ++i)
        std::cerr << "wrote " << files[i].path << "\n";
    return written;
}

void say_what_is_next(CertsOptions const& options, certs::Issued const& issued)
{
    std::cerr << "the certificate ends on " << certs::render_time(issued.not_after) << ", its CA on "
              << certs::render_time(issued.ca_not_after) << "\n";
    if (options.secret)
        std::cerr << "the caBundle of the webhook registrations is the Secret's ca.crt, as it stands there\n";
    if (options.renew)
        std::cerr
            << "first give the registrations the new caBundle, which trusts the old CA too; then give the "
               "servers the new certificate\n";
    if (!issued.ca_key || !options.out.empty())
        return;
    std::cerr << "the CA's key is not kept: a later certificate comes with a new CA (--renew)\n";
}

// A full disk or a closed pipe must not pass for a Secret.
Result<void> print(std::string_view text)
{
    std::cout << text << std::flush;
    if (!std::cout)
        return Error{Errc::io, "standard output cannot be written"};
    return {};
}

Result<void> print_result(CertsOptions const& options, certs::Issued const& issued)
{
    if (options.secret)
        return print(
            certs::render_secret_manifest(issued, {options.secret_name, options.service_namespace}).view());
    auto const bundle = certs::render_ca_bundle(issued.ca_bundle, "ca.crt");
    if (!bundle)
        return bundle.error();
    return print(*bundle + "\n");
}

Result<void> print_ca_bundle(std::string const& path)
{
    auto const text = certs::read_file(path);
    if (!text)
        return text.error();
    auto const bundle = certs::render_ca_bundle(text->view(), path);
    if (!bundle)
        return bundle.error();
    return print(*bundle + "\n");
}

}  // namespace

Result<void> run_certs(CertsOptions const& options)
{
    if (!options.print_ca_bundle.empty())
        return print_ca_bundle(options.print_ca_bundle);
    if (auto const usable = check_usage(options); !usable)
        return usable;
    auto const request = read_request(options);
    if (!request)
        return request.error();
    auto const issued = certs::issue(*request, std::chrono::system_clock::now());
    if (!issued)
        return issued.error();
    if (!options.out.empty()) {
        if (auto const written = write_out(options, *issued); !written)
            return written;
    }
    if (auto const printed = print_result(options, *issued); !printed)
        return printed;
    say_what_is_next(options, *issued);
    return {};
}

}  // namespace slicegate::cli
