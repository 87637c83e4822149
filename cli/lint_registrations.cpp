// SPDX-License-Identifier: Apache-2.0
#include "cli/lint_hook.hpp"
#include "policy/text.hpp"

#include <algorithm>
#include <array>

namespace slicegate::cli {

namespace {

using nlohmann::json;
using policy::Hook;
using policy::KeptOffBy;
using policy::Stage;

constexpr std::string_view domain = ".slicegate.dev";
constexpr std::array stages = {Stage::mutate, Stage::validate};

std::string kind_of(Stage stage)
{
    return stage == Stage::mutate ? "MutatingWebhookConfiguration" : "ValidatingWebhookConfiguration";
}

std::vector<json const*> hooks_of(Part const& part)
{
    std::vector<json const*> hooks;
    auto const* const list = find_field(part.value(), "webhooks");
    if (list != nullptr && list->is_array())
        for (json const& hook : *list)
            hooks.push_back(&hook);
    return hooks;
}

// Others' registrations are often in the same file, as kubectl get prints them all.
bool is_ours(Part const& part)
{
    return part.name() == "slicegate" || std::ranges::any_of(hooks_of(part), [](json const* hook) {
               return text_of(*hook, "name").ends_with(domain);
           });
}

std::string annotation_of(Part const& part)
{
    auto const* const annotations = find_field(part.value(), {"metadata", "annotations"});
    return annotations == nullptr ? "" : text_of(*annotations, policy::registration_annotation);
}

void check_hash(Part const& part, policy::Policy const& policy, LintFindings& findings)
{
    std::string const actual = annotation_of(part);
    std::string const wanted = policy::registration_hash(policy);
    if (actual == wanted)
        return;
    report(
        findings, part, "metadata.annotations[slicegate.dev/registration]",
        {"stale-registration",
         (actual.empty() ? "is missing" : "is " + policy::shown(actual)) + ", the policy wants " + wanted,
         "the registration was made for another policy or by another version: the API server sends other "
         "requests than this policy judges",
         "slicegate install --config POLICY prints the one that fits; where this command was given another "
         "policy "
         "than the server runs with, give it that one"});
}

// The hooks of a name in either variant: who keeps pods off hard pools depends on the version of Kubernetes.
std::vector<Hook> find_wanted(policy::Policy const& policy, Stage stage, std::string const& name)
{
    std::vector<Hook> found;
    for (auto const kept_off_by : {KeptOffBy::api_server, KeptOffBy::webhook})
        for (Hook& hook : policy::make_hooks(policy, kept_off_by))
            if (hook.stage == stage && hook.name == name)
                found.push_back(std::move(hook));
    return found;
}

void check_missing(Part const& part, Stage stage, policy::Policy const& policy, LintFindings& findings)
{
    auto const hooks = hooks_of(part);
    for (Hook const& wanted : policy::make_hooks(policy, KeptOffBy::api_server)) {
        bool const is_there = std::ranges::any_of(
            hooks, [&](json const* hook) { return text_of(*hook, "name") == wanted.name; });
        if (wanted.stage == stage && !is_there)
            report(
                findings, part, "webhooks",
                {"missing-hook", "lack " + wanted.name, "what it is for does not happen: " + wanted.about,
                 "slicegate install --config POLICY prints the registration with it"});
    }
}

void check_registration(Part const& part, Stage stage, policy::Policy const& policy, LintFindings& findings)
{
    check_hash(part, policy, findings);
    check_missing(part, stage, policy, findings);
    auto const hooks = hooks_of(part);
    for (std::size_t i = 0; i < hooks.size(); ++i) {
        std::string const name = text_of(*hooks[i], "name");
        std::string const path = "webhooks[" + std::to_string(i) + ']';
        auto const wanted = find_wanted(policy, stage, name);
        if (!wanted.empty())
            lint_hook(part, path, *hooks[i], wanted, policy, findings);
        else if (name.ends_with(domain))
            report(
                findings, part, path + ".name",
                {"stale-registration", policy::quoted(name) + " is no hook that this policy wants",
                 "requests are sent that nobody needs judged, and wait for their answer",
                 "take it out, or give the policy that wants it"});
    }
}

}  // namespace

void lint_registrations(std::vector<Part> const& parts, policy::Policy const& policy, LintFindings& findings)
{
    for (Stage const stage : stages) {
        bool is_there = false;
        for (Part const& part : parts) {
            if (part.kind() != kind_of(stage) || !is_ours(part))
                continue;
            is_there = true;
            check_registration(part, stage, policy, findings);
        }
        if (!is_there)
            report(
                findings, make_part(parts.front().file()), "",
                {"missing-registration", "there is no " + kind_of(stage) + " of slicegate",
                 stage == Stage::mutate ? "no pod gets its label and its placement"
                                        : "what other webhooks or controllers change is not judged",
                 "slicegate install --config POLICY prints it; if it is in another file, give that too"});
    }
}

}  // namespace slicegate::cli
