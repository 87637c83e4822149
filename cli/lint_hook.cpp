// SPDX-License-Identifier: Apache-2.0
#include "cli/lint_hook.hpp"

#include "cli/base64.hpp"
#include "policy/text.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace slicegate::cli {

namespace {

using nlohmann::json;
using policy::FailurePolicy;
using policy::Hook;

std::string install_anew()
{
    return "install the registration anew: slicegate install with the --config that it runs with, or kubectl "
           "apply "
           "of the manifests of this version";
}

void check_failure_policy(HookContext const& context, Hook const& wanted)
{
    std::string const word = text_of(context.hook, "failurePolicy");
    bool const is_ignore = word == "Ignore";  // Fail is the default
    if (wanted.failure_policy == FailurePolicy::fail && is_ignore)
        context.add(
            "failurePolicy", {"failure-policy", "is Ignore",
                              "while slicegate does not answer, GPU pods come in unjudged and stand beside "
                              "dedicated ones for as "
                              "long as they live; so `slicegate install --audit-only` has it",
                              "write Fail once the policy shall hold"});
    if (wanted.failure_policy == FailurePolicy::ignore && !is_ignore)
        context.add(
            "failurePolicy",
            {"failure-policy", word.empty() ? "is left out, which is Fail" : "is Fail",
             "the hook is called for pods without GPUs, which then wait for slicegate", "write Ignore"});
}

using Conditions = std::set<std::pair<std::string, std::string>>;

// Blanks at the ends are the writer's.
std::string trim(std::string const& text)
{
    auto const first = text.find_first_not_of(" \n");
    return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \n") - first + 1);
}

Conditions read_conditions(json const& hook)
{
    Conditions conditions;
    auto const* const list = find_field(hook, "matchConditions");
    if (list != nullptr && list->is_array())
        for (json const& each : *list)
            conditions.emplace(text_of(each, "name"), trim(text_of(each, "expression")));
    return conditions;
}

Conditions conditions_of(Hook const& hook)
{
    Conditions conditions;
    for (policy::MatchCondition const& each : hook.conditions)
        conditions.emplace(each.name, trim(each.expression));
    return conditions;
}

void check_conditions(HookContext const& context, std::span<Hook const> wanted)
{
    auto const actual = read_conditions(context.hook);
    if (actual.empty())
        return context.add(
            "matchConditions", {"match-conditions", "are missing",
                                "every pod of the cluster then waits for slicegate, also those that have "
                                "nothing to do with GPUs",
                                install_anew()});
    if (std::ranges::none_of(wanted, [&](Hook const& hook) { return conditions_of(hook) == actual; }))
        context.add(
            "matchConditions", {"match-conditions", "are others than the policy wants",
                                "what the API server does not send is not judged: other GPU resources, "
                                "another label or other pools "
                                "may be meant",
                                install_anew()});
}

using Rules = std::set<std::tuple<std::string, std::string, std::string>>;  // group, resource, operation

std::vector<std::string> texts_of(json const& value, std::string_view key)
{
    std::vector<std::string> texts;
    auto const* const list = find_field(value, key);
    if (list != nullptr && list->is_array())
        for (json const& each : *list)
            texts.push_back(each.is_string() ? each.get<std::string>() : "");
    return texts;
}

void add_rules(
    Rules& rules, std::vector<std::string> const& groups, std::vector<std::string> const& resources,
    std::vector<std::string> const& operations)
{
    for (auto const& group : groups)
        for (auto const& resource : resources)
            for (auto const& operation : operations)
                rules.emplace(group, resource, operation);
}

void check_rules(HookContext const& context, Hook const& wanted)
{
    Rules needed;
    for (policy::HookRule const& rule : wanted.rules)
        add_rules(needed, {rule.group}, rule.resources, rule.operations);
    Rules sent;
    auto const* const rules = find_field(context.hook, "rules");
    if (rules != nullptr && rules->is_array())
        for (json const& rule : *rules)
            add_rules(
                sent, texts_of(rule, "apiGroups"), texts_of(rule, "resources"), texts_of(rule, "operations"));
    std::string missing;
    for (auto const& [group, resource, operation] : needed)
        if (!sent.contains({group, resource, operation}))
            missing.append(missing.empty() ? "" : ", ").append(operation).append(" ").append(resource);
    if (!missing.empty())
        context.add(
            "rules", {"rules", "do not send " + missing, "what the API server does not send is not judged",
                      install_anew()});
}

bool is_filled_by_others(Part const& part)
{
    auto const* const annotations = find_field(part.value(), {"metadata", "annotations"});
    return annotations != nullptr &&
           (find_field(*annotations, "cert-manager.io/inject-ca-from") != nullptr ||
            find_field(*annotations, "cert-manager.io/inject-ca-from-secret") != nullptr);
}

void check_client(HookContext const& context, Hook const& wanted)
{
    auto const* const client = find_field(context.hook, "clientConfig");
    std::string const bundle = client == nullptr ? "" : text_of(*client, "caBundle");
    if (bundle.empty() && !is_filled_by_others(context.part))
        context.add(
            "clientConfig.caBundle", {"ca-bundle", "is missing",
                                      "the API server then trusts its own host's authorities alone, and a "
                                      "certificate of `slicegate certs` "
                                      "is none of theirs: every call fails",
                                      "fill it in: `slicegate install` prints registrations with it, "
                                      "cert-manager does by its annotation"});
    else if (
        !bundle.empty() && decode_base64(bundle).find("-----BEGIN CERTIFICATE-----") == std::string::npos)
        context.add(
            "clientConfig.caBundle", {"ca-bundle", "holds no PEM certificate in base64",
                                      "the API server trusts nothing then: every call fails",
                                      "base64 -w0 ca.crt prints what belongs here"});
    auto const* const service = client == nullptr ? nullptr : find_field(*client, "service");
    std::string const path = wanted.stage == policy::Stage::mutate ? "/mutate" : "/validate";
    if (service != nullptr && text_of(*service, "path") != path)
        context.add(
            "clientConfig.service.path",
            {"rules", "is " + policy::quoted(text_of(*service, "path")) + ", not " + path,
             "slicegate answers there with 404, or as the other hook", "write " + path});
}

void check_matching(HookContext const& context, Hook const& wanted)
{
    if (text_of(context.hook, "matchPolicy") == "Exact")
        context.add(
            "matchPolicy",
            {"opt-out", "is Exact", "an object that is sent as another version of its API is not judged",
             "write Equivalent"});
    std::string const again = text_of(context.hook, "reinvocationPolicy");
    if (wanted.stage == policy::Stage::mutate && again != "IfNeeded")
        context.add(
            "reinvocationPolicy",
            {"rules", again.empty() ? "is left out, which is Never" : "is " + again,
             "a webhook that is called later may add a GPU, and the pod stays without label and placement",
             "write IfNeeded"});
}

}  // namespace

void lint_hook(
    Part const& part, std::string const& path, json const& hook, std::span<Hook const> wanted,
    policy::Policy const& policy, LintFindings& findings)
{
    HookContext const context{
        .part = part, .path = path, .hook = hook, .policy = policy, .findings = findings};
    lint_selectors(context);
    check_failure_policy(context, wanted.front());
    check_conditions(context, wanted);
    check_rules(context, wanted.front());
    check_client(context, wanted.front());
    check_matching(context, wanted.front());
}

}  // namespace slicegate::cli
