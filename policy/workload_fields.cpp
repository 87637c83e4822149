// SPDX-License-Identifier: Apache-2.0
#include "policy/kubernetes_names.hpp"
#include "policy/nearest.hpp"
#include "policy/policy_fields.hpp"
#include "policy/text.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace slicegate::policy::yaml {

namespace {

constexpr std::size_t max_steps = 16;       // the deepest of the shipped examples has seven
constexpr std::size_t max_step_bytes = 63;  // as for other names

// Judged without being listed; a second time would report everything twice.
struct BuiltIn {
    std::string_view group;
    std::string_view kind;
};
constexpr std::array<BuiltIn, 8> built_in = {
    {{"", "Pod"},
     {"", "ReplicationController"},
     {"apps", "DaemonSet"},
     {"apps", "Deployment"},
     {"apps", "ReplicaSet"},
     {"apps", "StatefulSet"},
     {"batch", "CronJob"},
     {"batch", "Job"}}};

// Where an object's content begins: its metadata and status hold no pod templates.
constexpr std::array<std::string_view, 2> roots = {"spec", "template"};

bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_word(std::string_view text)
{
    return !text.empty() && text.size() <= max_step_bytes && is_letter(text.front()) &&
           std::ranges::all_of(
               text, [](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_'; });
}

std::string in_lower_case(std::string_view text)
{
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return lower;
}

// A DNS label in lower case: ValidateCustomResourceDefinitionNames in k8s.io/apiextensions-apiserver.
bool is_kind(std::string_view text)
{
    return is_word(text) && text.front() <= 'Z' && is_dns1123_label(in_lower_case(text));
}

// Splits `spec.jobs.*.template`. Empty where the text is no such path.
TemplatePath parse_path(std::string_view text)
{
    TemplatePath path;
    for (bool is_last = false; !is_last;) {
        std::size_t const end = std::min(text.find('.'), text.size());
        std::string_view const step = text.substr(0, end);
        if ((step != "*" && !is_word(step)) || path.steps.size() == max_steps)
            return {};
        path.steps.emplace_back(step);
        is_last = end == text.size();
        text.remove_prefix(is_last ? end : end + 1);
    }
    return path;
}

bool is_path(std::string_view text)
{
    return !parse_path(text).steps.empty();
}

void read_group(Place const& at, Workload& workload)
{
    auto const group = read_text(at);
    if (group && (group->empty() || is_dns1123_subdomain(*group)))
        workload.group = *group;
    else if (group)
        at.refuse(describe(at.node) + " is no API group: a DNS name without a version, such as kubeflow.org");
}

void read_kind(Place const& at, Workload& workload)
{
    auto const kind = read_text(at);
    if (kind && is_kind(*kind))
        workload.kind = *kind;
    else if (kind)
        at.refuse(describe(at.node) + " is no kind: letters and digits, a capital first, such as PyTorchJob");
}

void read_resource(Place const& at, Workload& workload)
{
    auto const resource = read_text(at);
    if (resource && is_dns1123_label(*resource))
        workload.resource = *resource;
    else if (resource)
        at.refuse(
            describe(at.node) + " is no resource: the plural in lower case, such as pytorchjobs (kubectl " +
            "api-resources has it)");
}

// As Kubernetes guesses it (meta.UnsafeGuessKindToResource in k8s.io/apimachinery).
std::string guess_resource(std::string_view kind)
{
    std::string const name = in_lower_case(kind);
    if (name.ends_with('y'))
        return name.substr(0, name.size() - 1) + "ies";
    return name + (name.ends_with('s') ? "es" : "s");
}

void guess_resource_of(Place const& item, Workload& workload)
{
    workload.resource = guess_resource(workload.kind);
    if (!workload.kind.empty() && !is_dns1123_label(workload.resource))
        item.field_or_self("kind").refuse(
            "is too long for its plural to be guessed; say resource, the plural in lower case (kubectl " +
            std::string("api-resources has it)"));
}

void read_templates(Place const& at, Workload& workload)
{
    auto const paths = read_texts(at, is_path, "a path of keys and *, such as spec.replicaSpecs.*.template");
    if (at.node.kind == TreeNode::Kind::sequence && at.node.items.empty())
        at.refuse("is empty; say where the kind has its pod templates");
    for (std::string const& path : paths) {
        workload.templates.push_back(parse_path(path));
        std::string const& root = workload.templates.back().steps.front();
        if (std::ranges::find(roots, root) == roots.end())
            at.refuse(path + " does not begin where templates are" + suggest(root, roots));
    }
}

constexpr std::array workload_fields = {
    Field<Workload>{
        .name = "group",
        .about = "The API group, without a version.",
        .read = read_group,
        .schema = text_schema,
        .need = Need::required},
    Field<Workload>{
        .name = "kind",
        .about = "The kind, as objects name it.",
        .read = read_kind,
        .schema = text_schema,
        .need = Need::required},
    Field<Workload>{
        .name = "resource",
        .about = "Its resource, for the registration; the kind's plural in lower case if left out.",
        .read = read_resource,
        .schema = text_schema},
    Field<Workload>{
        .name = "templates",
        .about = "Paths of its pod templates, keys joined by dots; * is every key or element.",
        .read = read_templates,
        .schema = [] { return list_schema(text_schema(), Length::not_empty); },
        .need = Need::required},
};

void check_workload(Place const& at, std::vector<Workload> const& workloads, std::size_t index)
{
    Workload const& workload = workloads[index];
    Place const kind = at.item(index).field_or_self("kind");
    auto const is_same = [&](auto const& other) {
        return other.group == workload.group && other.kind == workload.kind;
    };
    auto const self = workloads.begin() + static_cast<std::ptrdiff_t>(index);
    if (std::ranges::any_of(built_in, is_same))
        kind.refuse(workload.kind + " is judged without being listed; leave the entry out");
    else if (std::any_of(workloads.begin(), self, is_same))
        kind.refuse(
            workload.kind + " of the same group is listed already; put all its templates into one entry");
}

}  // namespace

void read_workloads(Place const& at, Policy& policy)
{
    policy.workloads.clear();
    for_each_item(at, [&](Place const& item) {
        Workload& workload = policy.workloads.emplace_back();
        read_fields<Workload>(item, workload_fields, workload);
        if (workload.resource.empty())
            guess_resource_of(item, workload);
    });
    for (std::size_t i = 0; i < policy.workloads.size(); ++i)
        if (!policy.workloads[i].kind.empty())
            check_workload(at, policy.workloads, i);
}

std::string workloads_schema()
{
    return list_schema(object_schema<Workload>(workload_fields));
}

}  // namespace slicegate::policy::yaml
