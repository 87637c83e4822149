// SPDX-License-Identifier: Apache-2.0
#include "../certs/support.hpp"
#include "../policy/support.hpp"
#include "certs/pem.hpp"
#include "cli/base64.hpp"
#include "cli/install_command.hpp"
#include "cli/render_registration.hpp"
#include "cli/run_install.hpp"
#include "folder.hpp"

#include <CLI/CLI.hpp>
#include <catch2/catch_test_macros.hpp>
#include <openssl/x509v3.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

using namespace slicegate;
using namespace slicegate::cli;
using cli::test::Folder;
using policy::test::json;

namespace {

std::string const manifests = std::string(SLICEGATE_SOURCE) + "/manifests/";

struct Installed {
    std::vector<json> documents;
    std::map<std::string, json> objects;  // by kind/name
    std::string text;
    std::string notes;

    json const& at(std::string const& key) const
    {
        INFO(key);
        auto const found = objects.find(key);
        REQUIRE(found != objects.end());
        return found->second;
    }
};

Installed install(InstallOptions const& options)
{
    std::ostringstream out;
    std::ostringstream err;
    auto const done = run_install(options, out, err);
    INFO((done ? "" : done.error().message));
    REQUIRE(done.has_value());
    Installed installed;
    installed.text = out.str();
    installed.notes = err.str();
    installed.documents = policy::test::parse_documents(installed.text);
    for (json const& object : installed.documents)
        installed.objects
            [object["kind"].get<std::string>() + '/' + object["metadata"]["name"].get<std::string>()] =
            object;
    return installed;
}

std::string refusal(InstallOptions const& options)
{
    std::ostringstream out;
    std::ostringstream err;
    auto const done = run_install(options, out, err);
    REQUIRE_FALSE(done.has_value());
    CHECK(out.str().empty());
    return done.error().message;
}

std::string base_text(char const* name)
{
    return policy::test::read_text(manifests + "base/" + name);
}

// The hooks of a registration, without what an installation adds.
json hooks_of(json const& registration)
{
    json hooks = registration.at("webhooks");
    for (json& hook : hooks)
        hook["clientConfig"].erase("caBundle");
    return hooks;
}

json const& validating(Installed const& installed)
{
    return installed.at("ValidatingWebhookConfiguration/slicegate");
}

std::string bundle_of(json const& registration)
{
    return decode_base64(
        registration.at("webhooks").at(0).at("clientConfig").at("caBundle").get<std::string>());
}

std::size_t certificates_in(std::string const& pem)
{
    auto const certificates = certs::parse_certificates(pem, "test");
    REQUIRE(certificates.has_value());
    return certificates->size();
}

constexpr char const* hard_policy = "apiVersion: slicegate.dev/v1alpha1\nkind: GpuPolicy\nspec:\n  pools:\n"
                                    "  - {name: dedicated, access: dedicate, reserved: hard}\n";

}  // namespace

// SLICEGATE_REWRITE=1 writes these files anew.
TEST_CASE("install: the registrations of manifests/base are those of the compiled-in policy")
{
    std::string const head =
        "# SPDX-License-Identifier: Apache-2.0\n"
        "# What the compiled-in policy wants, as slicegate renders it (policy/registration.cpp). A policy "
        "with a label or\n"
        "# a reserved key of its own wants another one: `slicegate install --config FILE`.\n"
        "# SLICEGATE_REWRITE=1 ./dev test -R manifests/base writes this file.\n";
    struct Case {
        char const* file;
        policy::Stage stage;
    };
    for (Case const& each :
         {Case{"mutating-webhook.yaml", policy::Stage::mutate},
          Case{"validating-webhook.yaml", policy::Stage::validate}}) {
        std::string const wanted =
            head + render_registration(policy::make_default_policy(), each.stage, RegistrationTarget{});
        if (std::getenv("SLICEGATE_REWRITE") != nullptr)
            std::ofstream(manifests + "base/" + each.file) << wanted;
        CHECK(base_text(each.file) == wanted);
    }
}

TEST_CASE("install: the component for further kinds holds the hook of a policy that lists one")
{
    auto const policy =
        policy::test::policy_of("  workloads: [{group: kubeflow.org, kind: PyTorchJob, templates: "
                                "[\"spec.pytorchReplicaSpecs.*.template\"]}]\n");
    auto const rendered = policy::test::parse_document(
        render_registration(policy, policy::Stage::validate, RegistrationTarget{}));
    auto const component = policy::test::parse_document(
        policy::test::read_text(manifests + "components/further-kinds/hook.yaml"));
    CHECK(component.at(0).at("value") == rendered.at("webhooks").back());
}

TEST_CASE("install: prints every object of the base, placed and labelled, and its Secret")
{
    auto const installed = install({});
    auto const base = policy::test::parse_document(base_text("kustomization.yaml"));
    for (json const& resource : base["resources"]) {
        auto expected = policy::test::parse_document(base_text(resource.get<std::string>().c_str()));
        auto object = installed.at(
            expected["kind"].get<std::string>() + '/' + expected["metadata"]["name"].get<std::string>());
        CHECK(object["metadata"]["labels"]["app.kubernetes.io/name"] == "slicegate");
        if (expected.contains("webhooks")) {
            CHECK(hooks_of(object) == expected["webhooks"]);
            continue;
        }
        if (expected["kind"] != "Namespace")
            CHECK(object["metadata"]["namespace"] == "slicegate-system");
        for (char const* const part : {"spec", "automountServiceAccountToken"}) {
            if (expected["kind"] == "Deployment") {
                auto& pod = expected["spec"]["template"]["spec"];
                pod["containers"][0]["image"] = "slicegate:0.1.0";
                // Octal to kubectl, and not to the reader of these tests.
                pod["volumes"][1]["secret"]["defaultMode"] = 0440;
            }
            CHECK(object.value(part, json()) == expected.value(part, json()));
        }
    }
    CHECK(installed.objects.size() == base["resources"].size() + 2);
    CHECK(installed.objects.size() == installed.documents.size());
    CHECK(
        installed.at("ConfigMap/slicegate-policy")["data"] ==
        json{{"policy.yaml", base_text("policy.yaml")}});
    CHECK(installed.at("Secret/slicegate-tls")["metadata"]["namespace"] == "slicegate-system");
    CHECK(installed.documents.front()["kind"] == "Namespace");
    CHECK(installed.documents.back()["kind"] == "ValidatingWebhookConfiguration");
}

TEST_CASE("install: the CA that the registrations trust signed what the Secret holds, and its key is nowhere")
{
    auto const installed = install({.days = 30});
    auto const& data = installed.at("Secret/slicegate-tls")["data"];
    std::string const bundle = bundle_of(validating(installed));
    CHECK(decode_base64(data["ca.crt"].get<std::string>()) == bundle);
    CHECK(bundle_of(installed.at("MutatingWebhookConfiguration/slicegate")) == bundle);
    auto const ca = certs::parse_certificates(bundle, "ca");
    auto const leaf = certs::parse_certificates(decode_base64(data["tls.crt"].get<std::string>()), "leaf");
    REQUIRE(ca.has_value());
    REQUIRE(leaf.has_value());
    CHECK(X509_verify(leaf->front().get(), X509_get0_pubkey(ca->front().get())) == 1);
    CHECK(X509_check_host(leaf->front().get(), "slicegate.slicegate-system.svc", 0, 0, nullptr) == 1);
    auto const key = certs::parse_key(decode_base64(data["tls.key"].get<std::string>()), "key");
    REQUIRE(key.has_value());
    CHECK(EVP_PKEY_eq(X509_get0_pubkey(leaf->front().get()), key->get()) == 1);
    CHECK(installed.text.find("PRIVATE KEY") == std::string::npos);
    CHECK(installed.notes.find("the certificate ends on 20") == 0);
    CHECK(
        installed.notes.find("slicegate install --days 30 --renew - | kubectl apply -f -") !=
        std::string::npos);
}

TEST_CASE("install: another namespace is named wherever the first was, and left out by the registrations")
{
    auto const installed = install(
        {.namespace_ = "gpu-gate",
         .image = "registry.example.com:5000/platform/slicegate:1.2",
         .replicas = 3});
    CHECK(
        installed.notes.find(
            "slicegate install --namespace gpu-gate --image registry.example.com:5000/platform/slicegate:1.2 "
            "--replicas 3 --renew - |") != std::string::npos);
    CHECK(installed.text.find("slicegate-system") == std::string::npos);
    CHECK(
        installed.at("Namespace/gpu-gate")["metadata"]["labels"]["pod-security.kubernetes.io/enforce"] ==
        "restricted");
    auto const& spec = installed.at("Deployment/slicegate")["spec"];
    CHECK(spec["replicas"] == 3);
    CHECK(
        spec["template"]["spec"]["containers"][0]["image"] ==
        "registry.example.com:5000/platform/slicegate:1.2");
    for (json const& hook : validating(installed)["webhooks"]) {
        CHECK(hook["clientConfig"]["service"]["namespace"] == "gpu-gate");
        CHECK(hook["namespaceSelector"]["matchExpressions"][0]["values"] == json{"gpu-gate", "kube-system"});
    }
    auto const leaf = certs::parse_certificates(
        decode_base64(installed.at("Secret/slicegate-tls")["data"]["tls.crt"].get<std::string>()), "leaf");
    REQUIRE(leaf.has_value());
    CHECK(X509_check_host(leaf->front().get(), "slicegate.gpu-gate.svc", 0, 0, nullptr) == 1);
}

TEST_CASE("install: a policy of one's own goes in as it is, and its registrations with it")
{
    Folder const folder;
    std::string const text = "# ours\napiVersion: slicegate.dev/v1alpha1\nkind: GpuPolicy\n"
                             "spec: {label: team.example.com/card, hideGpus: true}\n";
    auto const installed = install({.config = folder.write("policy.yaml", text)});
    CHECK(installed.at("ConfigMap/slicegate-policy")["data"]["policy.yaml"] == text);
    for (char const* const kind : {"Mutating", "Validating"}) {
        auto const& registration = installed.at(std::string(kind) + "WebhookConfiguration/slicegate");
        CHECK(
            registration["metadata"]["annotations"]["slicegate.dev/registration"] ==
            policy::registration_hash(
                policy::test::policy_of("  label: team.example.com/card\n  hideGpus: true\n")));
        CHECK(registration.dump().find("'slicegate.dev/gpu'") == std::string::npos);
    }
    CHECK(
        installed.at("MutatingWebhookConfiguration/slicegate")["webhooks"][1]["name"] ==
        "mutate-others.slicegate.dev");
}

TEST_CASE("install: reserved: hard is a MutatingAdmissionPolicy, or the webhook's where that is unknown")
{
    Folder const folder;
    std::string const config = folder.write("policy.yaml", hard_policy);
    auto const newest = install({.config = config});
    auto const& kept_off = newest.at("MutatingAdmissionPolicy/slicegate");
    CHECK(kept_off["apiVersion"] == "admissionregistration.k8s.io/v1");
    CHECK(kept_off["spec"]["failurePolicy"] == "Fail");
    CHECK(newest.at("MutatingAdmissionPolicyBinding/slicegate")["spec"] == json{{"policyName", "slicegate"}});
    CHECK(newest.at("MutatingWebhookConfiguration/slicegate")["webhooks"].size() == 1);
    CHECK(newest.notes.find("reserved: hard needs Kubernetes 1.36") != std::string::npos);
    for (char const* const version : {"1.30", "1.35", "v1.35.2"}) {
        auto const older = install({.config = config, .kubernetes = version});
        CHECK_FALSE(older.objects.contains("MutatingAdmissionPolicy/slicegate"));
        CHECK(older.at("MutatingWebhookConfiguration/slicegate")["webhooks"].size() == 2);
    }
    CHECK(install({.config = config, .kubernetes = "v1.36.3"})
              .objects.contains("MutatingAdmissionPolicy/slicegate"));
}

TEST_CASE("install: audit-only refuses nothing and lets no pod wait")
{
    Folder const folder;
    std::string const config = folder.write(
        "policy.yaml",
        std::string(hard_policy) + "  namespaces: [{match: prod, rules: {idle-cards: deny}}]\n");
    auto const installed = install({.config = config, .audit_only = true});
    for (char const* const kind : {"Mutating", "Validating"})
        for (json const& hook :
             installed.at(std::string(kind) + "WebhookConfiguration/slicegate")["webhooks"])
            CHECK(hook["failurePolicy"] == "Ignore");
    auto const& text =
        installed.at("ConfigMap/slicegate-policy")["data"]["policy.yaml"].get_ref<std::string const&>();
    CHECK(text.find(": deny") == std::string::npos);
    CHECK(text.find("single-slice: audit") != std::string::npos);
    CHECK(text.find("memory-fraction: warn") != std::string::npos);
}

TEST_CASE(
    "install: a renewal trusts the old CA beside a new one, and the registrations come before the Secret")
{
    Folder const folder;
    auto const first = install({});
    std::string const old_ca = bundle_of(validating(first));
    json const list = {
        {"kind", "List"}, {"items", {validating(first), first.at("MutatingWebhookConfiguration/slicegate")}}};
    for (auto const& [name, text] : std::map<std::string, std::string>{
             {"one.json", validating(first).dump(4)}, {"list.json", list.dump()}, {"ca.crt", old_ca}}) {
        DYNAMIC_SECTION(name)
        {
            auto const second = install({.renew = true, .previous_ca = folder.write(name, text)});
            std::string const bundle = bundle_of(validating(second));
            CHECK(certificates_in(bundle) == 2);
            CHECK(bundle.ends_with(old_ca));
            CHECK(
                second.text.find("kind: ValidatingWebhookConfiguration") < second.text.find("kind: Secret"));
            CHECK(second.objects.size() == first.objects.size());
            for (auto const& [key, object] : first.objects)
                if (object["kind"] != "Secret" && !object.contains("webhooks"))
                    CHECK(second.at(key) == object);
        }
    }
}

TEST_CASE("install: wrong use is one line with the option or file, and the remedy; nothing is printed")
{
    Folder const folder;
    std::string const give =
        "; give what this prints: kubectl get validatingwebhookconfiguration slicegate -o json";
    CHECK(
        refusal({.namespace_ = "Gate"}) == "--namespace: \"Gate\" is no namespace: take 1 to 63 lower-case "
                                           "letters, digits and '-', a letter or digit "
                                           "first and last");
    CHECK(
        refusal({.namespace_ = "kube-system"}).starts_with("--namespace: \"kube-system\" is used by others"));
    for (char const* const image :
         {"a b", "https://x.io/y", "UPPER", "x:", "x@sha256:12", "--x", "a\nb", "a..b", "a//b", "x.io:/y",
          "a___b", "x.io/", ":1", "x:.1"})
        CHECK(refusal({.image = image}).find("is no image reference; take one such as") != std::string::npos);
    for (char const* const version : {"1", "2.1", "latest", "1.x"})
        CHECK(refusal({.kubernetes = version}).find("is no version of Kubernetes") != std::string::npos);
    CHECK(refusal({.kubernetes = "1.29"}).find("is too old: slicegate needs 1.30") != std::string::npos);
    std::string const missing = folder.path("none.yaml");
    CHECK(refusal({.config = missing}).starts_with(missing + ": cannot be opened"));
    std::string const bad =
        folder.write("bad.yaml", "apiVersion: slicegate.dev/v1alpha1\nkind: GpuPolicy\nspec: {lable: a}\n");
    CHECK(refusal({.config = bad})
              .starts_with(bad + ": line 3: spec.lable: unknown field; did you mean label?"));
    std::string const empty = folder.write("empty", " \n");
    CHECK(refusal({.renew = true, .previous_ca = empty}) == empty + ": is empty" + give);
    std::string const other =
        folder.write("other.json", R"({"kind": "Pod", "webhooks": [7, {"clientConfig": []}]})");
    CHECK(
        refusal({.renew = true, .previous_ca = other}) ==
        other + ": holds no webhook with a caBundle" + give);
    CHECK(refusal({.renew = true}).starts_with("--renew needs the CA that is trusted now: kubectl get"));
    CHECK(refusal({.config = "-", .renew = true, .previous_ca = "-"})
              .starts_with("--config and --renew cannot both"));
    CHECK(refusal({.days = 400, .ca_days = 30}).find("CA") != std::string::npos);
}

TEST_CASE("install: an image may have a host, a port, a tag and a digest")
{
    std::string const digest = "@sha256:" + std::string(64, 'a');
    for (std::string const& image : std::vector<std::string>{
             "slicegate", "slicegate:dev", "localhost/a_b/c__d:1", "x.io:5000/a/b-c--d.e:v1_2" + digest,
             "team/x" + digest})
        CHECK(install({.image = image}).text.find("image: " + image) != std::string::npos);
}

TEST_CASE("install: options come from the command line, --renew with its file or apart from it")
{
    Folder const folder;
    std::string const ca = folder.write("none", "");
    auto const status = [](std::vector<std::string> words) {
        int exit_status = 0;
        CLI::App app{"slicegate"};
        add_install_command(app, exit_status);
        std::ranges::reverse(words);
        try {
            app.parse(words);
        } catch (CLI::ParseError const&) {
            return 100;
        }
        return exit_status;
    };
    CHECK(status({"install", "--renew", ca}) == 2);  // read, and empty
    CHECK(status({"install", "--renew", "--previous-ca", ca}) == 2);
    CHECK(status({"install", "--renew"}) == 2);
    CHECK(status({"install", "--previous-ca", ca}) == 100);
    CHECK(status({"install", "--replicas", "0"}) == 100);
    CHECK(status({"install", "--days", "0"}) == 100);
}
