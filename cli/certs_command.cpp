// SPDX-License-Identifier: Apache-2.0
#include "cli/certs_command.hpp"

#include "certs/issue.hpp"
#include "certs/read_file.hpp"
#include "certs/write_files.hpp"

#include <CLI/CLI.hpp>

#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace slicegate::cli {
namespace {

constexpr int max_days = 36500;  // a hundred years: further ends only meet other programs' limits

struct CertsOptions {
    std::string service = "slicegate";
    std::string service_namespace = "slicegate-system";
    std::vector<std::string> names;
    int days = static_cast<int>(certs::default_lifetime.count());
    int ca_days = static_cast<int>(certs::default_ca_lifetime.count());
    std::string ca_certificate;
    std::string ca_key;
    std::string out;
    bool secret = false;
    std::string secret_name = "slicegate-tls";
    bool force = false;
    bool renew = false;
    std::string previous_ca;
    std::string print_ca_bundle;
};

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
    auto name_space = certs::parse_label(options.service_namespace);
    if (!name_space)
        return with_option("--namespace", name_space.error());
    for (std::string const& text : options.names) {
        auto name = certs::parse_subject_name(text);
        if (!name)
            return with_option("--name", name.error());
        serving.names.push_back(std::move(*name));
    }
    serving.service = std::move(*service);
    serving.service_namespace = std::move(*name_space);
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
    if (options.renew)
        request.previous_bundle =
            options.previous_ca.empty() ? in_out(options, "ca.crt") : options.previous_ca;
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

Result<void> print_ca_bundle(std::string const& path)
{
    auto const text = certs::read_file(path);
    if (!text)
        return text.error();
    auto const bundle = certs::render_ca_bundle(text->view(), path);
    if (!bundle)
        return bundle.error();
    std::cout << *bundle << "\n";
    return {};
}

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
    if (options.secret)
        std::cout << certs::render_secret_manifest(*issued, {options.secret_name, options.service_namespace})
                         .view();
    else
        std::cout << *certs::render_ca_bundle(issued->ca_bundle, "ca.crt") << "\n";
    say_what_is_next(options, *issued);
    return {};
}

void add_name_options(CLI::App& command, CertsOptions& options)
{
    command.add_option("--service", options.service, "Service that kube-apiserver calls")
        ->capture_default_str();
    command.add_option("--namespace", options.service_namespace, "Namespace of the Service")
        ->capture_default_str();
    command
        .add_option("--name", options.names, "Further DNS name or IP address of the server; may be repeated")
        ->type_name("DNS|IP")
        ->take_all()
        ->allow_extra_args(false);
    command.add_option("--days", options.days, "Days until the certificate ends")
        ->check(CLI::Range(1, max_days))
        ->capture_default_str();
}

void add_ca_options(CLI::App& command, CertsOptions& options)
{
    command.add_option("--ca-days", options.ca_days, "Days until a new CA ends")
        ->check(CLI::Range(1, max_days))
        ->capture_default_str();
    auto* const certificate =
        command.add_option("--ca-cert", options.ca_certificate, "Sign with this CA instead of a new one")
            ->type_name("FILE");
    auto* const key = command.add_option("--ca-key", options.ca_key, "The key of that CA")->type_name("FILE");
    certificate->needs(key);
    key->needs(certificate);
    auto* const renew = command.add_flag(
        "--renew", options.renew, "Replace what is in --out; the CA trusted so far stays in the bundle");
    command
        .add_option(
            "--previous-ca", options.previous_ca,
            "With --renew: the CA certificates trusted so far [DIR/ca.crt]")
        ->type_name("FILE")
        ->needs(renew);
}

void add_output_options(CLI::App& command, CertsOptions& options)
{
    command.add_option("--out", options.out, "Write ca.crt, ca.key, tls.crt, tls.key; print the caBundle")
        ->type_name("DIR");
    command.add_flag("--secret", options.secret, "Print a Secret manifest instead of the caBundle");
    command.add_option("--secret-name", options.secret_name, "Name of the Secret")->capture_default_str();
    command.add_flag("--force", options.force, "Replace files that are there");
    command
        .add_option(
            "--print-ca-bundle", options.print_ca_bundle,
            "Print the certificates of FILE as a caBundle and make nothing")
        ->type_name("FILE");
}

constexpr char const* description =
    "Make a CA and a serving certificate for a webhook's Service.\n\n"
    "Standard output is one line with the caBundle of the webhook registrations (base64), or with --secret "
    "the\n"
    "manifest of a Secret; messages go to standard error. Keys can be read by their owner alone.";
constexpr char const* examples =
    "\nExamples:\n"
    "  ca_bundle=$(slicegate certs --out certs --name localhost --name 127.0.0.1)\n"
    "  slicegate certs --secret | kubectl apply -f -\n"
    "  slicegate certs --renew --out certs\n"
    "\nExit status: 0 done, 2 wrong use, or a file that cannot be read or written.";

}  // namespace

void add_certs_command(CLI::App& app, int& exit_status)
{
    auto const options = std::make_shared<CertsOptions>();
    CLI::App& command = *app.add_subcommand("certs", description);
    add_name_options(command, *options);
    add_ca_options(command, *options);
    add_output_options(command, *options);
    command.footer(examples);
    command.callback([options, &exit_status] {
        auto const done = run_certs(*options);
        if (done)
            return;
        std::cerr << "slicegate certs: " << done.error().message << "\n";
        exit_status = 2;
    });
}

}  // namespace slicegate::cli
