// SPDX-License-Identifier: Apache-2.0
#include "cli/lint_hook.hpp"
#include "policy/glob.hpp"
#include "policy/text.hpp"

#include <algorithm>

namespace slicegate::cli {

namespace {

using nlohmann::json;

// The API server sets it on every namespace, and nobody else can.
constexpr std::string_view own_label = "kubernetes.io/metadata.name";

void check_object_selector(HookContext const& context)
{
    auto const* const selector = find_field(context.hook, "objectSelector");
    if (selector == nullptr || selector->empty())
        return;
    context.add(
        "objectSelector", {"opt-out", "selects objects by their labels",
                           "users write the labels of their own pods, so each can leave slicegate out",
                           "take it out; who is exempt stands in spec.exempt of the policy"});
}

void refuse_key(HookContext const& context, std::string const& field, std::string const& key)
{
    context.add(
        field, {"opt-out", "selects namespaces by " + policy::quoted(key),
                "whoever may label a namespace takes its pods out, or never puts them in",
                "select by kubernetes.io/metadata.name, which the API server itself sets; exemptions by name "
                "stand in "
                "spec.exempt.namespaces of the policy"});
}

bool is_exempt(HookContext const& context, std::string const& name)
{
    auto const service = find_field(context.hook, {"clientConfig", "service"});
    if (name == "kube-system" || (service != nullptr && text_of(*service, "namespace") == name))
        return true;
    return std::ranges::any_of(context.policy.exempt.namespaces, [&](std::string const& pattern) {
        return policy::matches_glob(pattern, name);
    });
}

void check_names(HookContext const& context, std::string const& field, json const& expression)
{
    std::string const word = text_of(expression, "operator");
    auto const* const values = find_field(expression, "values");
    if (word != "NotIn" || values == nullptr || !values->is_array())
        return context.add(
            field, {"opt-out", "sends the namespaces that it names and no others",
                    "GPU pods of all others are never judged, and stand beside dedicated ones",
                    "write NotIn with the namespaces that have to start without slicegate"});
    for (std::size_t i = 0; i < values->size(); ++i) {
        std::string const name = (*values)[i].is_string() ? (*values)[i].get<std::string>() : "";
        if (!is_exempt(context, name))
            context.add(
                field + ".values[" + std::to_string(i) + ']',
                {"opt-out", "leaves out " + policy::quoted(name) + ", which the policy does not exempt",
                 "its GPU pods are never judged, while `slicegate check` and `slicegate adopt` go by the "
                 "policy "
                 "and judge them",
                 "take it out, or list it in spec.exempt.namespaces"});
    }
}

void check_key(
    HookContext const& context, std::string const& field, std::string const& key, json const& expression)
{
    if (key != own_label)
        refuse_key(context, field, key);
    else
        check_names(context, field, expression);
}

void check_namespace_selector(HookContext const& context)
{
    auto const* const selector = find_field(context.hook, "namespaceSelector");
    if (selector == nullptr)
        return;
    if (auto const* const labels = find_field(*selector, "matchLabels");
        labels != nullptr && labels->is_object())
        for (auto const& [key, value] : labels->items())
            check_key(context, "namespaceSelector.matchLabels", key, json::object());
    auto const* const expressions = find_field(*selector, "matchExpressions");
    if (expressions == nullptr || !expressions->is_array())
        return;
    for (std::size_t i = 0; i < expressions->size(); ++i) {
        std::string const field = "namespaceSelector.matchExpressions[" + std::to_string(i) + ']';
        check_key(context, field, text_of((*expressions)[i], "key"), (*expressions)[i]);
    }
}

}  // namespace

void lint_selectors(HookContext const& context)
{
    check_object_selector(context);
    check_namespace_selector(context);
}

}  // namespace slicegate::cli
