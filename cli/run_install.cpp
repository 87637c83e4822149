// SPDX-License-Identifier: Apache-2.0
#include "cli/run_install.hpp"

#include "certs/issue.hpp"
#include "cli/install_options.hpp"
#include "cli/kustomize_base.hpp"
#include "cli/previous_ca.hpp"
#include "cli/read_input.hpp"
#include "cli/render_registration.hpp"
#include "cli/write_yaml.hpp"
#include "policy/hard_reservation.hpp"
#include "policy/policy_file.hpp"
#include "policy/render_policy.hpp"

#include <nlohmann/json.hpp>

#include <chrono>
#include <ostream>
#include <utility>
#include <vector>

namespace slicegate::cli {
namespace {

// What the options come to, checked.
struct Plan {
    BaseChanges base;
    RegistrationTarget target;
    policy::Policy policy;
    certs::IssueRequest request;
};

std::string name_of(std::string const& file)
{
    return file == "-" ? "standard input" : file;
}

// The input as it is and what it means; the file's name goes before each line of a message.
Result<void> read_policy(std::string const& file, Plan& plan)
{
    auto text = read_input(file, policy::max_policy_bytes);
    auto policy = text ? policy::parse_policy(*text) : Result<policy::Policy>{text.error()};
    if (!policy)
        return Error{policy.error().code, name_of(file) + ": " + policy.error().message};
    plan.policy = std::move(*policy);
    plan.base.policy = std::move(*text);
    return {};
}

void soften(std::vector<policy::Action>& actions)
{
    for (policy::Action& action : actions)
        action = action == policy::Action::deny ? policy::Action::audit : action;
}

// No rule refuses; what warns goes on warning.
void make_audit_only(Plan& plan)
{
    soften(plan.policy.actions);
    for (policy::NamespaceDefaults& defaults : plan.policy.namespaces)
        for (auto& action : defaults.actions)
            action = action == policy::Action::deny ? policy::Action::audit : action;
    plan.base.policy = policy::render_policy(plan.policy);
    plan.target.is_audit_only = true;
}

Result<void> read_previous(InstallOptions const& options, certs::IssueRequest& request)
{
    constexpr std::size_t max_bytes = std::size_t{4} * 1024 * 1024;  // an object has at most 3 MiB
    std::string const place = name_of(options.previous_ca);
    auto const text = read_input(options.previous_ca, max_bytes);
    if (!text)
        return Error{text.error().code, place + ": " + text.error().message};
    auto pem = read_previous_ca(*text, place);
    if (!pem)
        return pem.error();
    request.previous_bundle = std::move(*pem);
    request.previous_place = place;
    return {};
}

Result<void> check_usage(InstallOptions const& options)
{
    if (options.renew && options.previous_ca.empty())
        return Error{
            Errc::bad_option, "--renew needs the CA that is trusted now: kubectl get "
                              "validatingwebhookconfiguration slicegate -o json "
                              "| slicegate install --renew -"};
    if (options.config == "-" && options.previous_ca == "-")
        return Error{
            Errc::bad_option,
            "--config and --renew cannot both be read from standard input; give a file for one of them"};
    return {};
}

Result<void> read_options(InstallOptions const& options, Plan& plan)
{
    auto namespace_ = parse_install_namespace(options.namespace_);
    if (!namespace_)
        return namespace_.error();
    auto const kept_off_by = parse_kubernetes(options.kubernetes);
    if (!kept_off_by)
        return kept_off_by.error();
    if (!options.image.empty()) {
        auto image = parse_image(options.image);
        if (!image)
            return image.error();
        plan.base.image = std::move(*image);
    }
    plan.base.namespace_ = plan.target.namespace_ = plan.request.serving.service_namespace =
        std::move(*namespace_);
    plan.base.replicas = options.replicas;
    plan.target.kept_off_by = *kept_off_by;
    plan.target.app_label = base_app_label();
    plan.request.serving.service = "slicegate";
    plan.request.serving.lifetime = std::chrono::days{options.days};
    plan.request.ca_lifetime = std::chrono::days{options.ca_days};
    return {};
}

Result<Plan> make_plan(InstallOptions const& options)
{
    Plan plan{};
    if (auto const usable = check_usage(options); !usable)
        return usable.error();
    if (auto const read = read_options(options, plan); !read)
        return read.error();
    plan.policy = policy::make_default_policy();
    if (!options.config.empty()) {
        if (auto const read = read_policy(options.config, plan); !read)
            return read.error();
    }
    if (options.audit_only)
        make_audit_only(plan);
    if (!options.previous_ca.empty()) {
        if (auto const read = read_previous(options, plan.request); !read)
            return read.error();
    }
    return plan;
}

void print_registrations(Plan const& plan, std::ostream& out)
{
    if (auto const reservation = render_hard_reservation(plan.policy, plan.target); !reservation.empty())
        out << "---\n" << reservation;
    for (auto const stage : {policy::Stage::mutate, policy::Stage::validate})
        out << "---\n" << render_registration(plan.policy, stage, plan.target);
}

// Registrations last, so that no pod waits for a server that is still to come; at a renewal first, so that the new CA is
// trusted before a server shows its certificate.
void print_all(Plan const& plan, certs::Issued const& issued, std::ostream& out)
{
    bool const is_renewal = !plan.request.previous_place.empty();
    char const* separator = "";
    for (nlohmann::ordered_json const& object : kustomize_base(plan.base)) {
        out << std::exchange(separator, "---\n") << write_yaml(object);
        if (object.at("kind") != "Namespace")
            continue;
        if (is_renewal)
            print_registrations(plan, out);
        out << "---\n"
            << certs::render_secret_manifest(
                   issued, {"slicegate-tls", plan.target.namespace_, plan.target.app_label})
                   .view();
    }
    if (!is_renewal)
        print_registrations(plan, out);
}

// For a shell.
std::string quoted_path(std::string const& path)
{
    std::string quoted = "'";
    for (char const c : path)
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + '\'';
}

// What was asked for, to be typed again. Standard input is taken by --renew then, so a policy that came by it is a FILE.
std::string words_of(InstallOptions const& options)
{
    InstallOptions const usual;
    std::string words;
    auto const add = [&](bool is_given, std::string const& word) {
        if (is_given)
            words += ' ' + word;
    };
    add(options.namespace_ != usual.namespace_, "--namespace " + options.namespace_);
    add(!options.image.empty(), "--image " + options.image);
    add(options.replicas.has_value(), "--replicas " + std::to_string(options.replicas.value_or(0)));
    add(!options.config.empty(),
        "--config " + (options.config == "-" ? "FILE" : quoted_path(options.config)));
    add(!options.kubernetes.empty(), "--kubernetes " + options.kubernetes);
    add(options.days != usual.days, "--days " + std::to_string(options.days));
    add(options.ca_days != usual.ca_days, "--ca-days " + std::to_string(options.ca_days));
    add(options.audit_only, "--audit-only");
    return words;
}

void say_what_is_next(
    Plan const& plan, InstallOptions const& options, certs::Issued const& issued, std::ostream& err)
{
    err << "the certificate ends on " << certs::render_time(issued.not_after) << ", its CA on "
        << certs::render_time(issued.ca_not_after) << "; renew before:\n"
        << "  kubectl get validatingwebhookconfiguration slicegate -o json | slicegate install"
        << words_of(options) << " --renew - | kubectl apply -f -\n"
        << "the CA's key is not kept: a renewal makes a new CA and leaves this one trusted beside it\n";
    if (options.image.empty())
        err << "the image is that of the manifests; --image names yours\n";
    if (policy::has_hard_reservation(plan.policy) && options.kubernetes.empty())
        err << "reserved: hard needs Kubernetes 1.36 (MutatingAdmissionPolicy); for an older one say which: "
               "--kubernetes 1.35\n";
    if (options.audit_only)
        err << "no rule refuses: what would have been is in the log, the metrics and the audit annotations\n";
}

}  // namespace

Result<void> run_install(InstallOptions const& options, std::ostream& out, std::ostream& err)
{
    auto plan = make_plan(options);
    if (!plan)
        return plan.error();
    auto const issued = certs::issue(plan->request, std::chrono::system_clock::now());
    if (!issued)
        return issued.error();
    auto bundle = certs::render_ca_bundle(issued->ca_bundle, "ca.crt");
    if (!bundle)
        return bundle.error();
    plan->target.ca_bundle = std::move(*bundle);
    print_all(*plan, *issued, out);
    out << std::flush;
    // A full disk or a closed pipe must not pass for an installation.
    if (!out)
        return Error{Errc::io, "standard output cannot be written"};
    say_what_is_next(*plan, options, *issued, err);
    return {};
}

}  // namespace slicegate::cli
