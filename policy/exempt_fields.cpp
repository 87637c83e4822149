// SPDX-License-Identifier: Apache-2.0
#include "policy/glob.hpp"
#include "policy/kubernetes_names.hpp"
#include "policy/policy_fields.hpp"
#include "policy/text.hpp"

#include <algorithm>
#include <array>

namespace slicegate::policy::yaml {

namespace {

// Who creates the pods and objects of workloads: the controllers' service accounts (kube-controller-manager
// with --use-service-account-credentials, as kubeadm runs it), or the controller manager itself without.
constexpr std::array<std::string_view, 8> workload_controllers = {
    "system:serviceaccount:kube-system:replicaset-controller",
    "system:serviceaccount:kube-system:deployment-controller",
    "system:serviceaccount:kube-system:statefulset-controller",
    "system:serviceaccount:kube-system:daemon-set-controller",
    "system:serviceaccount:kube-system:job-controller",
    "system:serviceaccount:kube-system:cronjob-controller",
    "system:serviceaccount:kube-system:replication-controller",
    "system:kube-controller-manager",
};

void read_exempt_namespaces(Place const& at, Exemptions& exempt)
{
    exempt.namespaces =
        read_texts(at, is_namespace_pattern, "the name of a namespace, with * for any run of characters");
    for (std::size_t i = 0; at.node.kind == TreeNode::Kind::sequence && i < at.node.items.size(); ++i)
        if (auto const& text = at.node.items[i].text;
            !text.empty() && text.find_first_not_of('*') == std::string::npos)
            at.item(i).refuse("exempts every namespace: slicegate would judge nothing");
}

bool is_user_pattern(std::string_view text)
{
    return !text.empty() && shown(text, text.size()) == text;
}

void refuse_controllers(Place const& at)
{
    auto const covered = std::ranges::find_if(
        workload_controllers, [&](std::string_view user) { return matches_glob(at.node.text, user); });
    if (covered != workload_controllers.end())
        at.refuse(
            "covers " + std::string(*covered) +
            ", which creates the objects of everybody's workloads: none of "
            "them would be judged");
}

void read_users(Place const& at, Exemptions& exempt)
{
    exempt.users = read_texts(at, is_user_pattern, "a user name, with * for any run of characters");
    for (std::size_t i = 0; at.node.kind == TreeNode::Kind::sequence && i < at.node.items.size(); ++i)
        refuse_controllers(at.item(i));
}

constexpr std::array exempt_fields = {
    Field<Exemptions>{
        .name = "namespaces",
        .about =
            "Namespaces in which nothing is judged; * is any run of characters. kube-system if left out.",
        .read = read_exempt_namespaces,
        .schema = [] { return list_schema(text_schema()); }},
    Field<Exemptions>{
        .name = "users",
        .about = "Creators whose objects are not judged; * is any run of characters.",
        .read = read_users,
        .schema = [] { return list_schema(text_schema()); }},
};

}  // namespace

bool is_namespace_pattern(std::string_view text)
{
    // Each star for nothing or for a letter: where neither is a name, nothing longer is.
    std::string filled(text);
    std::ranges::replace(filled, '*', 'x');
    std::string emptied(text);
    std::erase(emptied, '*');
    return is_dns1123_label(filled) || is_dns1123_label(emptied);
}

void read_exempt(Place const& at, Policy& policy)
{
    read_fields<Exemptions>(at, exempt_fields, policy.exempt);
}

std::string exempt_schema()
{
    return object_schema<Exemptions>(exempt_fields);
}

}  // namespace slicegate::policy::yaml
